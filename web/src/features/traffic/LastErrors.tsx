import { Skeleton, Text } from '@mantine/core'
import { Panel } from '../../ui/Panel.tsx'
import { FailedRequests } from './FailedRequests.tsx'
import { getRequestsPath } from './traffic.ts'
import type { TrafficView } from './useTraffic.ts'
import { TextLink } from '../../ui/TextLink.tsx'

/** The last requests that failed. */
export function LastErrors({ view: { of, account } }: { view: TrafficView }) {
  const failed = account?.requests.nodes
  return (
    <Panel
      title="Last errors"
      aside={
        failed !== undefined &&
        failed.length > 0 && (
          <TextLink to={getRequestsPath(of, { status: '5xx' })} size="sm">
            See all errors
          </TextLink>
        )
      }
    >
      {!failed && <Skeleton height={60} />}
      {failed?.length === 0 && (
        <Text size="sm" c="dimmed">
          No request failed lately: none was answered with status 500 or above.
        </Text>
      )}
      {failed && failed.length > 0 && <FailedRequests requests={failed} />}
    </Panel>
  )
}
