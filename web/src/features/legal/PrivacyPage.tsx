import { LegalPage } from './LegalPage.tsx'
import privacy from './privacy.md?raw'

/** Shows what is stored about the reader, and their rights. */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      updated="November 28, 2026"
      summary="What this service knows about you, why, and what you may ask of us."
      source={privacy}
    />
  )
}
