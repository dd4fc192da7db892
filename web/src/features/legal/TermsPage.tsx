import { LegalPage } from './LegalPage.tsx'
import terms from './terms.md?raw'

/** Shows what the reader agrees to by signing up. */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      updated="January 1, 2024"
      summary="What you agree to by signing up, and what you may expect of the service."
      source={terms}
    />
  )
}
