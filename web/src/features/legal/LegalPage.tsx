import { useSite } from '../site/useSite.ts'
import { useContactFacts } from '../support/useContactFacts.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Prose } from '../../ui/Prose.tsx'
import { PublicPage } from '../site/PublicPage.tsx'

interface LegalPageProps {
  title: string
  updated: string
  /** Markdown, with {{brandName}} where the product is named. */
  source: string
}

/** A legal text, with the address for questions. */
export function LegalPage({ title, updated, source }: LegalPageProps) {
  const site = useSite()
  const facts = useContactFacts()
  return (
    <PublicPage title={title} description={`Last updated: ${updated}`} narrow>
      <Prose markdown={source.replaceAll('{{brandName}}', site?.brandName ?? 'the service')} />
      {facts.length > 0 && <FactList facts={facts} />}
    </PublicPage>
  )
}
