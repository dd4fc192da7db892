import { useSite } from '../site/useSite.ts'
import { useContactFacts } from '../support/useContactFacts.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Prose } from '../../ui/Prose.tsx'
import { PublicPage } from '../site/PublicPage.tsx'

interface LegalPageProps {
  title: string
  updated: string
  /** What it is about. */
  summary: string
  /** Markdown, with {{brandName}} where the product is named. */
  source: string
}

/** A legal text, with the address for questions. */
export function LegalPage({ title, updated, summary, source }: LegalPageProps) {
  const site = useSite()
  const facts = useContactFacts()
  return (
    <PublicPage title={title} description={`Last updated: ${updated}`} summary={summary} narrow>
      <Prose markdown={source.replaceAll('{{brandName}}', site?.brandName ?? 'the service')} />
      {facts.length > 0 && <FactList facts={facts} />}
    </PublicPage>
  )
}
