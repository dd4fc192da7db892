import { useQuery } from '@apollo/client/react'
import type { SetResult } from '@culvert/agent/inspection'
import { Modal, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import { SetList, SetResults } from '../../exchanges/SetList.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useAction } from '../../graphql/useAction.ts'
import { useSteady } from '../../graphql/useSteady.ts'
import { getAgentName } from '../agents/agent-name.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useRoleObstacle } from './useRoleObstacle.ts'
import type { RequestTunnels } from './request.ts'
import classes from './Requests.module.css'

const setsQuery = graphql(`
  query SetsDialog_Query($accountId: ID!, $agentId: ID!) {
    account(id: $accountId) {
      id
      requestSets(agentId: $agentId)
    }
  }
`)

const runSetMutation = graphql(`
  mutation SetsDialog_Run($input: RunRequestSetInput!) {
    runRequestSet(input: $input) {
      results {
        id: requestId
        method
        target
        differences
      }
    }
  }
`)

/** Lists the sets on the machine of a running agent, and runs them: each answer is compared with the saved one. */
export function SetsDialog({ account, onClose }: { account: RequestTunnels; onClose: () => void }) {
  const agents = account.active.nodes
  const [chosenId, setChosen] = useState<string>()
  const agent = agents.find(({ id }) => id === chosenId) ?? agents[0]
  const obstacle = useRoleObstacle(account)
  return (
    <Modal opened onClose={onClose} title="Sets" size="lg">
      <Stack gap="0.75rem">
        {obstacle !== undefined && <Notice tone="info">{obstacle}</Notice>}
        {obstacle === undefined && !agent && (
          <Notice tone="info">Sets are kept on the machines of agents, and no agent is running.</Notice>
        )}
        {obstacle === undefined && agent && (
          <>
            <NativeSelect
              label="On the machine of"
              data={agents.map((each) => ({ value: each.id, label: `${getAgentName(each)}, ${each.assignedDomain}` }))}
              value={agent.id}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
            <Sets key={agent.id} accountId={account.id} agentId={agent.id} />
          </>
        )}
      </Stack>
    </Modal>
  )
}

function Sets({ accountId, agentId }: { accountId: string; agentId: string }) {
  const { data, error, refetch } = useSteady(
    useQuery(setsQuery, {
      variables: { accountId, agentId },
      fetchPolicy: 'no-cache',
      nextFetchPolicy: 'no-cache',
      context: { waitsForAgent: true },
    }),
  )
  const [running, setRunning] = useState<string>()
  const [ran, setRan] = useState<{ name: string; results: SetResult[] }>()
  const action = useAction(runSetMutation, {
    fallbackText: 'Error running the set',
    fetchPolicy: 'no-cache',
    context: { waitsForAgent: true },
  })
  const run = async (name: string) => {
    setRunning(name)
    setRan(undefined)
    const answer = await action.run({ input: { accountId, agentId, name } })
    setRunning(undefined)
    if (answer) setRan({ name, results: answer.runRequestSet.results })
  }
  if (!data) {
    return error ? (
      <QueryError what="the sets" error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={60} />
    )
  }
  const names = data.account.requestSets
  if (names.length === 0) {
    return <p className={classes.soft}>No sets yet. Select requests in the list, then save them as a set.</p>
  }
  return (
    <>
      {action.errorText && <Notice tone="danger">{action.errorText}</Notice>}
      {ran && <SetResults results={ran.results} />}
      <SetList names={names} running={running} onRun={(name) => void run(name)} />
      <p className={classes.soft}>
        In CI, on that machine: <code>culvert replay --set {ran?.name ?? names[0]} --diff</code>
      </p>
    </>
  )
}
