import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const startingAccountFragment = graphql(`
  fragment StartingAccount_Account on Account {
    id
    name
    namespace
    viewerCanCreateGateway {
      ...Permission_Permission
    }
    authToken {
      ...AuthToken_AuthToken
    }
    gateways {
      ...GatewayTable_Gateway
    }
    active: agents(status: [active], pageSize: 1000) {
      nodes {
        ...AgentFields_Agent
      }
      totalCount
    }
    past: agents(status: [inactive, error], page: 1, pageSize: 1) {
      totalCount
    }
  }
`)

export type StartingAccount = ResultOf<typeof startingAccountFragment>
