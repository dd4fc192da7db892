import type { ResultOf } from '@graphql-typed-document-node/core'
import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'

const connectionCheckResultFragment = graphql(`
  fragment ConnectionCheck_Check on ConnectionCheck {
    publicUrl
    checkedAt
    passed
    steps {
      hop
      state
      durationMs
      code
      message
      fix
    }
  }
`)

export type ConnectionCheckResult = ResultOf<typeof connectionCheckResultFragment>

const checkAgentMutation = graphql(`
  mutation ConnectionCheck_CheckAgent($input: CheckAgentInput!) {
    checkAgent(input: $input) {
      check {
        ...ConnectionCheck_Check
      }
    }
  }
`)

const checkGatewayMutation = graphql(`
  mutation ConnectionCheck_CheckGateway($input: CheckGatewayInput!) {
    checkGateway(input: $input) {
      check {
        ...ConnectionCheck_Check
      }
    }
  }
`)

/** The target of a check. */
export interface CheckTarget {
  kind: 'agent' | 'gateway'
  id: string
}

/** Checks the path of a visitor's request on demand. The last result stays until the next check is done. */
export function useConnectionCheck({ kind, id }: CheckTarget) {
  const agent = useAction(checkAgentMutation)
  const gateway = useAction(checkGatewayMutation)
  const [check, setCheck] = useState<ConnectionCheckResult>()
  const run = async () => {
    const variables = { input: { id } }
    const payload =
      kind === 'agent' ? (await agent.run(variables))?.checkAgent : (await gateway.run(variables))?.checkGateway
    if (payload) setCheck(payload.check)
    return payload !== undefined
  }
  const { pending, errorText } = kind === 'agent' ? agent : gateway
  return { run, pending, errorText, check }
}
