import { Stack } from '@mantine/core'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import type { Fact } from '../../ui/FactList.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'

const edgesQuery = graphql(`
  query ServingEdges_Query($accountId: ID!, $id: ID!) {
    account(id: $accountId) {
      id
      agent(id: $id) {
        id
        edges {
          name
          region
          connectedAt
          isDraining
        }
      }
    }
  }
`)

type Edges = NonNullable<ResultOf<typeof edgesQuery>['account']['agent']>['edges']

/** Returns a fact that names the edges of a running agent, live; none if there is no agent, or there is nothing to say about its only edge. */
export function useServingEdges(agentId: string | null): Fact[] {
  const accountId = useActiveAccount().membership.account.id
  const { data } = useScreenQuery(edgesQuery, 'the edges', {
    variables: { accountId, id: agentId ?? '' },
    skip: agentId === null,
    live: true,
  })
  const edges = data?.account.agent?.edges
  return edges === undefined || isUnremarkable(edges) ? [] : [{ name: 'Edges', value: <EdgeList edges={edges} /> }]
}

/** Reports whether the agent's only edge is that of a small installation, which is named after its machine. */
function isUnremarkable([edge, ...others]: Edges): boolean {
  return edge !== undefined && others.length === 0 && edge.region === null && !edge.isDraining
}

function EdgeList({ edges }: { edges: Edges }) {
  if (edges.length === 0) return 'None at the moment'
  return (
    <Stack component="ul" gap="0.5rem">
      {edges.map(({ name, region, connectedAt, isDraining }) => (
        <li key={`${name} ${connectedAt}`}>
          <TwoLines
            first={[name ?? 'Without a name', region].filter(Boolean).join(' · ')}
            second={
              <>
                since <When iso={connectedAt} as="short-time" />
              </>
            }
          />
          {isDraining && (
            <StatusBadge word="Draining" tone="warning" note="It takes no new agents: this one moves where it can." />
          )}
        </li>
      ))}
    </Stack>
  )
}
