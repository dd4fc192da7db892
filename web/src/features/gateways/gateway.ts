import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const gatewayFragment = graphql(`
  fragment GatewayTable_Gateway on Gateway {
    id
    name
    subdomain
    publicUrl
    description
    isRenamable
    tunnelBinding
    agentLostAt
    block {
      reason
    }
    certificate {
      stage
      lastError
      advice
    }
    createdAt
  }
`)

export type Gateway = ResultOf<typeof gatewayFragment>

/** The fields that determine whether an agent serves a gateway. */
export type Binding = Pick<Gateway, 'tunnelBinding' | 'agentLostAt' | 'block'>

/** Reports whether a gateway's visitors reach its agent. */
export function isServed({ tunnelBinding, agentLostAt }: Binding): boolean {
  return tunnelBinding !== null && agentLostAt === null
}
