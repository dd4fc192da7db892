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

/** The sections in reading order. `extensions.docs` of every error of the API leads to the last one. */
export const sections: DocsSection[] = [
  { id: 'getting-started', title: 'Getting started', source: gettingStarted },
  { id: 'installation', title: 'Installation', source: installation },
  { id: 'basic-usage', title: 'Basic usage', source: toBasicUsage(agentReadme) },
  { id: 'advanced', title: 'Advanced', source: advanced, restricted: true },
  { id: 'security', title: 'Security', source: security, restricted: true },
  { id: 'domains', title: 'Domains', source: domains, restricted: true },
  { id: 'library', title: 'The library', source: library },
  { id: 'benchmarks', title: 'Benchmarks', source: withoutFiles(benchmarks) },
  { id: 'api', title: 'The API', source: linkPages(toThisServer(api)) },
  { id: 'reference', title: 'API reference', source: linkPages(reference) },
  { id: 'errors', title: 'Errors', source: linkPages(errors) },
]

/** Rewrites links between documents, such as `errors.md#conflict`, to their pages: `/docs/errors#conflict`. */
function linkPages(markdown: string): string {
  return markdown.replaceAll(/\]\((?:\.\.\/)?([\w-]+)\.md/g, `](${webPaths.docs}/$1`)
}

/** Turns links to files that exist only beside the code into plain text. */
function withoutFiles(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g, '$1')
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
