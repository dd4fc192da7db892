import { webPaths } from '@culvert/schema/web-paths'
import { Group, Stack } from '@mantine/core'
import { describeAnswerer } from '../requests/looks.ts'
import { formatAge, formatExactTime } from '../../ui/format.ts'
import { useNow } from '../../ui/useNow.ts'
import type { FailedRequest } from './useTraffic.ts'
import classes from './FailedRequests.module.css'
import { TextLink } from '../../ui/TextLink.tsx'

const ageTickMs = 5_000

/** Failed requests, each with the reason and what to do. */
export function FailedRequests({ requests }: { requests: readonly FailedRequest[] }) {
  const now = useNow(ageTickMs)
  return (
    <Stack component="ul" gap="0.875rem" aria-label="Failed requests">
      {requests.map((request) => (
        <li key={request.id} className={classes.item}>
          <Group justify="space-between" align="stretch" wrap="nowrap" gap="1rem">
            <TextLink className={classes.request} to={`${webPaths.requests}/${request.id}`}>
              {request.method} {request.path}
            </TextLink>
            <time className={classes.soft} dateTime={request.startedAt} title={formatExactTime(request.startedAt)}>
              {formatAge(request.startedAt, now)} ago
            </time>
          </Group>
          <Reason request={request} />
        </li>
      ))}
    </Stack>
  )
}

function Reason({ request }: { request: FailedRequest }) {
  const { failure, status, answeredBy, reason } = request
  if (failure) {
    return (
      <p className={classes.soft}>
        <code>{failure.code}</code> {failure.cause} <strong>{failure.fix}</strong>
      </p>
    )
  }
  return (
    <p className={classes.soft}>
      {answeredBy === 'APP' ? `Your app answered ${status}.` : `${status}, ${describeAnswerer(request)}.`} {reason}
    </p>
  )
}
