import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const agentsAccountFragment = graphql(`
  fragment AgentsAccount_Account on Account {
    id
    plan {
      id
      maxConcurrentAgents
    }
    authToken {
      id
    }
    active: agents(status: [active], pageSize: 1000) {
      nodes {
        ...AgentFields_Agent
      }
      totalCount
    }
    recent: agents(status: [inactive, error], page: $page, pageSize: 10) {
      nodes {
        ...AgentFields_Agent
      }
      totalCount
      page
      pageCount
    }
  }
`)

export type AgentsAccount = ResultOf<typeof agentsAccountFragment>
