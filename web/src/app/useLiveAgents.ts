import type { ApolloClient } from '@apollo/client'
import { useApolloClient, useSubscription } from '@apollo/client/react'
import { useEffect, useMemo } from 'react'
import { type Agent, agentFragment } from '../features/agents/agent.ts'
import { createFrameBatch } from '../graphql/frame-batch.ts'
import { graphql } from '../graphql/generated/gql.ts'
import { createRefresh } from './refresh.ts'

const statusFragment = graphql(`
  fragment LiveAgents_Status on Agent {
    status
  }
`)

const agentChangedSubscription = graphql(`
  subscription LiveAgents_AgentChanged($accountId: ID!) {
    agentChanged(accountId: $accountId) {
      ...AgentFields_Agent
    }
  }
`)

/**
 * Keeps the agents of an account live. Reports of the same moment are written together, so that each list is read and
 * rendered once.
 */
export function useLiveAgents(accountId: string): void {
  const client = useApolloClient()
  // Each account has its own: the reader may switch to another while the layout stays.
  const changes = useMemo(() => {
    const refresh = createRefresh(client)
    return createFrameBatch<Agent>((agents) => {
      if (writeAgents(client, agents)) refresh(accountId, 'agents')
    })
  }, [client, accountId])
  useEffect(() => changes.clear, [changes])
  useSubscription(agentChangedSubscription, {
    variables: { accountId },
    ignoreResults: true,
    fetchPolicy: 'no-cache',
    onData: ({ data: { data } }) => data && changes.add(data.agentChanged.id, data.agentChanged),
  })
}

/** Reports whether an agent appeared, or moved from one list to another. */
function writeAgents({ cache }: ApolloClient, agents: Agent[]): boolean {
  const moved = agents.some(({ id, status }) => {
    const known = cache.readFragment({
      id: cache.identify({ __typename: 'Agent', id }),
      fragment: statusFragment,
    })
    // The answer to the mutation that stopped it may have been written before.
    return status !== 'active' || known?.status !== status
  })
  cache.batch({
    update: (batched) => {
      for (const agent of agents) {
        batched.writeFragment({
          id: batched.identify({ __typename: 'Agent', id: agent.id }),
          fragment: agentFragment,
          fragmentName: 'AgentFields_Agent',
          data: agent,
        })
      }
    },
  })
  return moved
}
