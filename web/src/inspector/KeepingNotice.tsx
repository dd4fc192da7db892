import type { Keeping } from '@culvert/agent/inspection'
import { Notice } from '../ui/Notice.tsx'

/** Says what a reader would otherwise wonder about: requests that are missing, and secrets that are there. */
export function KeepingNotice({ keeping }: { keeping: Keeping | undefined }) {
  if (keeping === undefined) return null
  if (!keeping.isOn) {
    return (
      <Notice tone="info" title="No requests are kept.">
        The tunnel was opened with <code>--no-inspect</code>.
      </Notice>
    )
  }
  return (
    <>
      {keeping.keepsSecrets && (
        <Notice tone="warning" title="Secrets are shown.">
          The tunnel was opened with <code>--inspect-secrets</code>.
        </Notice>
      )}
      {keeping.skipped > 0 && (
        <Notice tone="info">
          {keeping.skipped.toLocaleString('en')} requests were not kept: keeping them would have slowed visitors.
        </Notice>
      )}
    </>
  )
}
