import { Skeleton, Stack } from '@mantine/core'
import { Panel } from './Panel.tsx'

/** Reserves the space of a panel while its content loads. */
export function LoadingPanel() {
  return (
    <Panel>
      <Stack>
        <Skeleton height={18} width="40%" />
        <Skeleton height={44} />
        <Skeleton height={60} width="60%" />
      </Stack>
    </Panel>
  )
}
