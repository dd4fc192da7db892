import { Stack, Text } from '@mantine/core'
import { FailureNotice } from '../diagnostics/FailureNotice.tsx'
import { formatMilliseconds } from '../diagnostics/hops.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { When } from '../../ui/When.tsx'
import { healthWords, type Agent } from './agent.ts'

/** An agent's health and its last failure, including what its app does wrong while it answers. */
export function AgentHealth({ agent }: { agent: Agent }) {
  const { health, roundTripMs, lastFailure } = agent
  return (
    <Stack gap="md">
      <FactList
        facts={[
          { name: 'Health', value: healthWords[health] },
          { name: 'Round trip', value: roundTripMs === null ? 'N/A' : formatMilliseconds(roundTripMs) },
          { name: 'Last error', value: lastFailure ? <When iso={lastFailure.occurredAt} as="time" /> : 'None' },
          { name: 'Code', value: lastFailure && <code>{lastFailure.code}</code> },
          {
            name: 'Request id',
            value: lastFailure && <CopyableValue value={lastFailure.requestId} label="request id" />,
          },
        ]}
      />
      {lastFailure && <FailureNotice failure={lastFailure} />}
      {lastFailure && health === 'healthy' && (
        <Text size="sm" c="dimmed">
          The app is answering requests.
        </Text>
      )}
    </Stack>
  )
}
