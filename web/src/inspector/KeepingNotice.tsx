import type { Keeping, SkipReason } from '@culvert/agent/inspection'
import { Notice } from '../ui/Notice.tsx'

/** Explains what would otherwise surprise a reader: missing requests, and visible secrets. */
export function KeepingNotice({ keeping }: { keeping: Keeping | undefined }) {
  if (keeping === undefined) return null
  if (!keeping.isOn) {
    return (
      <Notice tone="info" title="No requests are kept">
        The tunnel was opened with <code>--no-inspect</code>.
      </Notice>
    )
  }
  const skipped = describeSkipped(keeping)
  return (
    <>
      {keeping.keepsSecrets && (
        <Notice tone="warning" title="Secrets are shown">
          The tunnel was opened with <code>--inspect-secrets</code>.
        </Notice>
      )}
      {skipped && <Notice tone="info">{skipped}</Notice>}
    </>
  )
}

const reasons: Readonly<Record<SkipReason, string>> = {
  busy: 'so many came at once that keeping them would have slowed visitors',
  full: 'requests that were open took all the memory',
  fault: 'the agent could not read them',
}

/** Describes how many requests were not kept, and why; undefined if all were. */
function describeSkipped({ seen, skipped }: Keeping): string | undefined {
  const parts = Object.entries(skipped).filter(([, count]) => count > 0) as [SkipReason, number][]
  const sum = parts.reduce((before, [, count]) => before + count, 0)
  if (sum === 0) return undefined
  const share = Math.max(1, Math.round((sum / seen) * 100))
  const why = parts.map(([reason, count]) =>
    parts.length === 1 ? reasons[reason] : `${count.toLocaleString('en')} since ${reasons[reason]}`,
  )
  return `${sum.toLocaleString('en')} of ${seen.toLocaleString('en')} requests (${share} %) were not kept: ${why.join(', ')}.`
}
