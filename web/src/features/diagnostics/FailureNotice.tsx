import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { Notice } from '../../ui/Notice.tsx'

const tunnelFailureFragment = graphql(`
  fragment TunnelFailure_Failure on TunnelFailure {
    requestId
    code
    cause
    fix
    detail
    occurredAt
  }
`)

export type TunnelFailure = ResultOf<typeof tunnelFailureFragment>

/** Shows why a request failed, who reported it, and what to do. */
export function FailureNotice({ failure }: { failure: TunnelFailure }) {
  const { cause, fix, detail } = failure
  return (
    <Notice tone="warning" title={cause}>
      {fix}
      {detail && <div>The tunnel says: {detail}.</div>}
    </Notice>
  )
}
