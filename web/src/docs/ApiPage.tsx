import markdown from '../../../docs/api.md?raw'
import { DocumentPage } from './DocumentPage.tsx'

/** How partners use the API. */
export function ApiPage() {
  return <DocumentPage title="The API" markdown={markdown} />
}
