import { LegalPage } from './LegalPage.tsx'
import terms from './terms.md?raw'

/** What the reader agrees to by signing up. */
export function TermsPage() {
  return <LegalPage title="Terms of Service" updated="January 1, 2024" source={terms} />
}
