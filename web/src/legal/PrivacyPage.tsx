import { LegalPage } from './LegalPage.tsx'
import privacy from './privacy.md?raw'

/** What is known of the reader, and what they may ask for. */
export function PrivacyPage() {
  return <LegalPage title="Privacy Policy" updated="January 1, 2024" source={privacy} />
}
