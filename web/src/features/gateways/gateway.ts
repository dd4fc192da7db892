import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const gatewayFragment = graphql(`
  fragment GatewayTable_Gateway on Gateway {
    id
    name
    subdomain
    publicUrl
    tunnelBinding
    agentLostAt
    createdAt
  }
`)

export type Gateway = ResultOf<typeof gatewayFragment>
