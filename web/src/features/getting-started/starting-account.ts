import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const startingAccountFragment = graphql(`
  fragment StartingAccount_Account on Account {
    id
    name
    namespace
    hasConnected
    viewerCanCreateGateway {
      ...Permission_Permission
    }
    authToken {
      ...AuthToken_AuthToken
    }
    machineTokens {
      id
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

/** The facts about the account that the screen has from the start. */
export type StartingAccount = ResultOf<typeof startingAccountFragment>

/** Returns its running agents, newest first. An event may have ended one that is still listed. */
export function listRunning({ active }: StartingAccount): StartingAccount['active']['nodes'] {
  return active.nodes.filter(({ status }) => status === 'active')
}

/** Reports whether one of its agents is or was connected: a lost one was connected before. */
export function isConnectedNow(account: StartingAccount): boolean {
  return listRunning(account).some(({ connected, lostAt }) => connected || lostAt !== null)
}
