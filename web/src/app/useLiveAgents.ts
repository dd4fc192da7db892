import type { ApolloClient } from '@apollo/client'
import { useApolloClient, useSubscription } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { AgentFields_AgentFragmentDoc, type AgentFields_AgentFragment } from '../agents/AgentFields.generated.ts'
import { createFrameBatch } from '../graphql/frame-batch.ts'
import { createListRefresh } from './list-refresh.ts'
import { LiveAgents_AgentChangedDocument, LiveAgents_StatusFragmentDoc } from './useLiveAgents.generated.ts'

/**
 * Keeps the agents of an account live. Many may report at the same moment: what they tell is written together, so that
 * each list is read and drawn once.
 */
export function useLiveAgents(accountId: string): void {
  const client = useApolloClient()
  const [changes] = useState(() => {
    const refresh = createListRefresh(client)
    return createFrameBatch<AgentFields_AgentFragment>((agents) => {
      if (writeAgents(client, agents)) refresh(accountId, 'agents')
    })
  })
  useEffect(() => changes.clear, [changes])
  useSubscription(LiveAgents_AgentChangedDocument, {
    variables: { accountId },
    ignoreResults: true,
    fetchPolicy: 'no-cache',
    onData: ({ data: { data } }) => data && changes.add(data.agentChanged.id, data.agentChanged),
  })
}

/** Answers whether an agent appeared, or went from one list to another. */
function writeAgents({ cache }: ApolloClient, agents: AgentFields_AgentFragment[]): boolean {
  const moved = agents.some(({ id, status }) => {
    const known = cache.readFragment({
      id: cache.identify({ __typename: 'Agent', id }),
      fragment: LiveAgents_StatusFragmentDoc,
    })
    // The answer to whoever stopped it may have been written before.
    return status !== 'active' || known?.status !== status
  })
  cache.batch({
    update: (batched) => {
      for (const agent of agents) {
        batched.writeFragment({
          id: batched.identify({ __typename: 'Agent', id: agent.id }),
          fragment: AgentFields_AgentFragmentDoc,
          fragmentName: 'AgentFields_Agent',
          data: agent,
        })
      }
    },
  })
  return moved
}
