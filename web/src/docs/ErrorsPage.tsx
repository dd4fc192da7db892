import markdown from '../../../docs/errors.md?raw'
import { DocumentPage } from './DocumentPage.tsx'

/** What each code of an error means: `extensions.docs` of every error leads here. */
export function ErrorsPage() {
  return <DocumentPage title="Errors" markdown={markdown} />
}
