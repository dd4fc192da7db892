import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { lazyPart } from '../../network/chunks.ts'
import { Below } from '../../ui/Below.tsx'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { usePageNumber } from '../../ui/usePageNumber.ts'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { Screen } from '../site/Screen.tsx'
import { markReadMutation } from './mark-read.ts'
import { NoticeList } from './NoticeList.tsx'

const WebhookPanel = lazyPart('WebhookPanel', () => import('../webhooks/WebhookPanel.tsx'))

const pageQuery = graphql(`
  query NoticesPage_Query($page: Int!) {
    viewer {
      unreadNotices
      newest: notices(pageSize: 1) {
        nodes {
          id
          happenedAt
        }
      }
      notices(page: $page) {
        pageCount
        nodes {
          ...NoticeList_Notice
        }
      }
    }
  }
`)

/** All notices that are kept, and the webhooks that send them. */
export function NoticesPage() {
  const { viewerCanManageWebhooks } = useActiveAccount().membership.account
  const [page, setPage] = usePageNumber()
  const { data, failure } = useScreenQuery(pageQuery, 'your notices', { variables: { page }, live: true })
  const markRead = useAction(markReadMutation, { fallbackText: 'Error marking notices as read' })
  const viewer = data?.viewer
  const newest = viewer?.newest.nodes[0]
  return (
    <Screen
      title="Notices"
      description="What happened in your accounts and to your sign-in while nobody was looking. Kept for 30 days."
      failure={failure}
    >
      {markRead.errorText && <Notice tone="danger">{markRead.errorText}</Notice>}
      {viewer ? (
        <Panel
          title="All notices"
          aside={
            viewer.unreadNotices > 0 &&
            newest && (
              <Button
                variant="default"
                size="xs"
                loading={markRead.pending}
                onClick={() => void markRead.run({ input: { until: newest.happenedAt } })}
              >
                Mark all as read
              </Button>
            )
          }
          flush
        >
          <NoticeList notices={viewer.notices.nodes} />
          <Pager label="Notices" page={page} pageCount={viewer.notices.pageCount} onChange={setPage} />
        </Panel>
      ) : (
        <LoadingPanel />
      )}
      {viewerCanManageWebhooks && (
        <Below ready={viewer !== undefined}>
          <Suspense fallback={<LoadingPanel />}>
            <WebhookPanel />
          </Suspense>
        </Below>
      )}
    </Screen>
  )
}
