import { webPaths } from '@culvert/schema/web-paths'
import { Stack, Text } from '@mantine/core'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import type { RequestFilter } from '../../graphql/generated/graphql.ts'
import { getErrorText } from '../../graphql/errors.ts'
import { findStatusLook } from '../requests/looks.ts'
import type { RequestRow } from '../requests/request.ts'
import { useFollowedQuery } from '../requests/useFollowedQuery.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { formatAge, formatExactTime } from '../../ui/format.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useNow } from '../../ui/useNow.ts'
import classes from './TryIt.module.css'
import { TextLink } from '../../ui/TextLink.tsx'

const lastQuery = graphql(`
  query LastRequest_Query($accountId: ID!, $filter: RequestFilter!) {
    account(id: $accountId) {
      id
      requests(filter: $filter, first: 1) {
        nodes {
          ...RequestRow_Request
        }
      }
    }
  }
`)

/** No one can read more than one request a second. */
const pauseMs = 1_000
const ageTickMs = 1_000

interface TryItProps {
  url: string
  /** The requests of the current selection. */
  filter: RequestFilter
}

/** The command that sends a request to an address, and the last request received there. */
export function TryIt({ url, filter }: TryItProps) {
  const accountId = useActiveAccount().membership.account.id
  const { data, error } = useFollowedQuery(lastQuery, { variables: { accountId, filter }, filter, pauseMs })
  const [last] = data?.account.requests.nodes ?? []
  return (
    <Stack gap="0.75rem" miw={0}>
      <CodeBlock command={`curl ${url}`} label="curl command" />
      <div className={classes.last}>
        <span className={classes.soft}>Last request</span>
        {last ? (
          <Last request={last} />
        ) : (
          <Text span size="sm" c="dimmed">
            {data ? 'None is recorded yet.' : error ? getErrorText(error) : '…'}
          </Text>
        )}
      </div>
    </Stack>
  )
}

function Last({ request }: { request: RequestRow }) {
  const { id, method, path, startedAt } = request
  const now = useNow(ageTickMs)
  return (
    <>
      <TextLink className={classes.request} to={`${webPaths.requests}/${id}`} title={path}>
        {method} {path}
      </TextLink>
      <StatusBadge {...findStatusLook(request)} />
      <time className={classes.age} dateTime={startedAt} title={formatExactTime(startedAt)}>
        {formatAge(startedAt, now)} ago
      </time>
    </>
  )
}
