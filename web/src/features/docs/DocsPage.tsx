import { webPaths } from '@culvert/schema/web-paths'
import { useParams } from 'react-router-dom'
import { NotFoundPage } from '../site/NotFoundPage.tsx'
import { InstallGuide } from '../install/InstallGuide.tsx'
import { useTitle } from '../site/useSite.ts'
import { Notice } from '../../ui/Notice.tsx'
import { lazyPart } from '../../network/chunks.ts'
import { Prose } from '../../ui/Prose.tsx'
import classes from './DocsPage.module.css'
import { summarize } from './outline.ts'
import { DocsNavigation } from './DocsNavigation.tsx'
import { DocsSearch } from './DocsSearch.tsx'
import { SectionSteps } from './SectionSteps.tsx'
import { useFilledSections } from './useFilledSections.ts'
import { TextLink } from '../../ui/TextLink.tsx'

/** The largest file of all; no other page needs it. */
const ApiReference = lazyPart('ApiReference', () => import('./ApiReference.tsx'))

/** A section of the documentation, with links to all others. */
export function DocsPage() {
  const sections = useFilledSections()
  const { section: id = sections[0]?.id } = useParams()
  const index = sections.findIndex((section) => section.id === id)
  const section = sections[index]
  useTitle(section ? `${section.title} · Documentation` : 'Documentation', section && summarize(section))
  if (!section) return <NotFoundPage />
  return (
    <div className={classes.root}>
      <aside className={classes.aside} aria-label="Documentation">
        <DocsSearch sections={sections} />
        <DocsNavigation sections={sections} current={section.id} />
      </aside>
      <article className={classes.article}>
        {section.restricted && (
          <Notice tone="info" title="Contact us for access">
            What this section describes comes with the Pro and Custom plans, or is switched on for you.{' '}
            <TextLink to={`${webPaths.contact}?category=support`}>Contact us</TextLink>
          </Notice>
        )}
        <Prose markdown={section.source} />
        {section.id === 'installation' && <InstallGuide />}
        {section.id === 'reference' && <ApiReference />}
        <SectionSteps previous={sections[index - 1]} next={sections[index + 1]} />
      </article>
    </div>
  )
}
