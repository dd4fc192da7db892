import { Notice } from '../ui/Notice.tsx'
import type { TunnelFailure_FailureFragment } from './TunnelFailure.generated.ts'

/** Why a request failed, in whose words, and what to do. */
export function FailureNotice({ failure }: { failure: TunnelFailure_FailureFragment }) {
  const { cause, fix, detail } = failure
  return (
    <Notice tone="warning" title={cause}>
      {fix}
      {detail && <div>The tunnel says: {detail}.</div>}
    </Notice>
  )
}
