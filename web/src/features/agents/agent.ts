import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'
import type { AgentHealth } from '../../graphql/generated/graphql.ts'

export const agentFragment = graphql(`
  fragment AgentFields_Agent on Agent {
    id
    name
    status
    connected
    lostAt
    health
    roundTripMs
    lastFailure {
      ...TunnelFailure_Failure
    }
    assignedDomain
    publicUrl
    forwardingTo
    startedBy {
      id
      email
      fullName
    }
    label
    pool
    startedAt
    stoppedAt
    requestCount
    dataIn
    dataOut
    viewerCanStop
  }
`)

export type Agent = ResultOf<typeof agentFragment>

/** The name of each health state. */
export const healthWords: Record<AgentHealth, string> = {
  inactive: 'Inactive',
  healthy: 'Healthy',
  degraded: 'Degraded',
  down: 'Down',
}
