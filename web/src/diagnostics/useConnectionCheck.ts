import { useState } from 'react'
import { useAction } from '../graphql/useAction.ts'
import {
  ConnectionCheck_CheckAgentDocument,
  ConnectionCheck_CheckGatewayDocument,
  type ConnectionCheck_CheckFragment,
} from './ConnectionCheck.generated.ts'

/** What the way of visitors leads to. */
export interface CheckTarget {
  kind: 'agent' | 'gateway'
  id: string
}

/** Checks the way of a visitor, on demand. */
export function useConnectionCheck({ kind, id }: CheckTarget) {
  const agent = useAction(ConnectionCheck_CheckAgentDocument)
  const gateway = useAction(ConnectionCheck_CheckGatewayDocument)
  const [check, setCheck] = useState<ConnectionCheck_CheckFragment>()
  const run = async () => {
    setCheck(undefined)
    const variables = { input: { id } }
    const payload =
      kind === 'agent' ? (await agent.run(variables))?.checkAgent : (await gateway.run(variables))?.checkGateway
    setCheck(payload?.check)
  }
  const { pending, errorText } = kind === 'agent' ? agent : gateway
  return { run, pending, errorText, check }
}
