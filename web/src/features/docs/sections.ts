import { webPaths } from '@culvert/schema/web-paths'
import advanced from '../../../../docs/guide/advanced.md?raw'
import agentReadme from '../../../../agent/README.md?raw'
import api from '../../../../docs/api.md?raw'
import benchmarks from '../../../../docs/benchmarks.md?raw'
import errors from '../../../../docs/errors.md?raw'
import domains from '../../../../docs/guide/domains.md?raw'
import gettingStarted from '../../../../docs/guide/getting-started.md?raw'
import installation from '../../../../docs/guide/installation.md?raw'
import reference from '../../../../docs/guide/reference.md?raw'
import library from '../../../../docs/guide/library.md?raw'
import security from '../../../../docs/guide/security.md?raw'

/** A section of the documentation. */
export interface DocsSection {
  /** Its address below /docs. */
  id: string
  title: string
  /** Markdown. */
  source: string
  /** It covers features of paid plans or operator settings. */
  restricted?: boolean
}

const documents: DocsSection[] = [
  { id: 'getting-started', title: 'Getting started', source: gettingStarted },
  { id: 'installation', title: 'Installation', source: installation },
  { id: 'basic-usage', title: 'Basic usage', source: toBasicUsage(agentReadme) },
  { id: 'advanced', title: 'Advanced', source: advanced, restricted: true },
  { id: 'security', title: 'Security', source: security, restricted: true },
  { id: 'domains', title: 'Domains', source: domains, restricted: true },
  { id: 'library', title: 'The library', source: library },
  { id: 'benchmarks', title: 'Benchmarks', source: benchmarks },
  { id: 'api', title: 'The API', source: toThisServer(api) },
  { id: 'reference', title: 'API reference', source: reference },
  { id: 'errors', title: 'Errors', source: errors },
]

/** The sections in reading order. `extensions.docs` of every error of the API leads to the last one. */
export const sections: DocsSection[] = documents.map((section) => ({ ...section, source: linkPages(section.source) }))

/**
 * Rewrites links between documents, such as `errors.md#conflict`, to their pages: `/docs/errors#conflict`. Files that exist only beside the code are not
 * linked, and a mere "(why)" that led to a decision goes with its link.
 */
function linkPages(markdown: string): string {
  return markdown
    .replaceAll(/\s*\(\[[^\]]+\]\((?:\.\.\/)?decisions\/[^)]*\)\)/g, '')
    .replaceAll(/\[([^\]]+)\]\((?!https?:|[#/])([^)]*)\)/g, (_link, text: string, target: string) => {
      const [, id, anchor = ''] = /^(?:\.\.\/|guide\/)?([\w-]+)\.md(#.*)?$/.exec(target) ?? []
      return documents.some((section) => section.id === id) ? `[${text}](${webPaths.docs}/${id}${anchor})` : text
    })
}

/** Fills in the installation's address. The document is also read beside the code, where there is none. */
function toThisServer(markdown: string): string {
  return markdown.replaceAll('http://localhost:4000', '{{serverUrl}}')
}

/** The command's README without its developers' parts, with the first commands ready to run here. */
function toBasicUsage(readme: string): string {
  return readme
    .replace(/^# culvert\n/, '# Basic usage\n')
    .replace(/\n## Reading the code\n[^]*$/, '\n')
    .replace('\n```sh\n', '\n```sh\nculvert login --server {{serverUrl}}\n')
}
