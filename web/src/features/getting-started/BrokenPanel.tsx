import type { ResultOf } from '@graphql-typed-document-node/core'
import { webPaths } from '@culvert/schema/web-paths'
import { Skeleton, Stack, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import type { NoticeKind, RequestFilter } from '../../graphql/generated/graphql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { lazyPart } from '../../network/chunks.ts'
import { useFollowedQuery } from '../requests/useFollowedQuery.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useNow } from '../../ui/useNow.ts'
import { TextLink } from '../../ui/TextLink.tsx'

// On most days nothing broke.
const NoticeList = lazyPart('NoticeList', () => import('../notices/NoticeList.tsx'))
const FailedRequests = lazyPart('FailedRequests', () => import('../traffic/FailedRequests.tsx'))

const brokenFragment = graphql(`
  fragment Broken_Account on Account {
    notices(pageSize: 20) {
      nodes {
        ...NoticeList_Notice
      }
    }
    domains {
      id
      domain
      status
      lastCheckMessage
    }
  }
`)

const failedQuery = graphql(`
  query FailedRequests_Query($accountId: ID!, $filter: RequestFilter!) {
    account(id: $accountId) {
      id
      requests(filter: $filter, first: 3) {
        nodes {
          ...FailedRequest_Request
        }
      }
    }
  }
`)

/** A failed domain is shown by its state; limits are shown elsewhere. */
const brokenKinds: readonly NoticeKind[] = ['AGENT_LOST', 'DOMAIN_FAILING', 'CERTIFICATE_FAILING']

const dayMs = 24 * 60 * 60 * 1000
const tickMs = 60_000
const pauseMs = 5_000

/** Shows what broke in the last 24 hours, and the domains that do not work now, each with a link to its page. */
export function BrokenPanel({ account }: { account: ResultOf<typeof brokenFragment> }) {
  const accountId = useActiveAccount().membership.account.id
  const now = useNow(tickMs)
  // The list advances with new entries, so the start of its range need not.
  const [from] = useState(() => new Date(now - dayMs).toISOString())
  const filter: RequestFilter = { statusClasses: ['SERVER_ERROR'], from }
  const { data, error, reload } = useFollowedQuery(failedQuery, { variables: { accountId, filter }, filter, pauseMs })

  const isRecent = (iso: string) => Date.parse(iso) >= now - dayMs
  const notices = account.notices.nodes.filter(
    ({ kind, happenedAt }) => brokenKinds.includes(kind) && isRecent(happenedAt),
  )
  const domains = account.domains.filter(({ status }) => status === 'failed')
  const failed = data?.account.requests.nodes.filter(({ startedAt }) => isRecent(startedAt))
  const isWhole = failed?.length === 0 && notices.length === 0 && domains.length === 0
  return (
    <Panel title="What broke" description="In the last 24 hours.">
      <Stack gap="md">
        {isWhole && (
          <Text size="sm" c="dimmed">
            Nothing: no agent was lost, no domain or certificate failed, and no request was answered with 500 or above.
          </Text>
        )}
        {notices.length > 0 && (
          <Suspense fallback={<Skeleton height={60} />}>
            <NoticeList notices={notices} />
          </Suspense>
        )}
        {domains.map(({ id, domain, lastCheckMessage }) => (
          <Notice
            key={id}
            tone="warning"
            title={`${domain} is not verified`}
            action={
              <TextLink to={webPaths.domains} size="sm">
                See the domain
              </TextLink>
            }
          >
            {lastCheckMessage}
          </Notice>
        ))}
        {error !== undefined && !failed && <QueryError what="failed requests" error={error} onRetry={reload} />}
        {error === undefined && !failed && <Skeleton height={60} />}
        {failed && failed.length > 0 && (
          <Suspense fallback={<Skeleton height={60} />}>
            <FailedRequests requests={failed} />
            <TextLink to={`${webPaths.requests}?status=5xx`} size="sm">
              See all errors
            </TextLink>
          </Suspense>
        )}
      </Stack>
    </Panel>
  )
}
