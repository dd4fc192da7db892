import { webPaths } from '@culvert/schema/web-paths'
import { Box, VisuallyHidden } from '@mantine/core'
import { Suspense, useCallback, useId, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { CsvButton } from '../../graphql/CsvButton.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { lazyPart } from '../../network/chunks.ts'
import { Screen } from '../site/Screen.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useListKeys } from '../../ui/useListKeys.ts'
import type { VirtualListHandle } from '../../ui/VirtualList.tsx'
import { useFilter } from './filter.ts'
import { ListBar } from './ListBar.tsx'
import { RecordingPanel } from './RecordingPanel.tsx'
import { RequestFilters } from './RequestFilters.tsx'
import { RequestRows } from './RequestRows.tsx'
import { useRequestList } from './useRequestList.ts'
import { useSelection } from './useSelection.ts'
import classes from './Requests.module.css'

// With dialogs and checks that are not needed to look at the list.
const RequestPanel = lazyPart('RequestPanel', () => import('./RequestPanel.tsx'))
const SaveSetDialog = lazyPart('SaveSetDialog', () => import('./SaveSetDialog.tsx'))
const SetsDialog = lazyPart('SetsDialog', () => import('./SetsDialog.tsx'))

const pageQuery = graphql(`
  query RequestsPage_Query($accountId: ID!) {
    account(id: $accountId) {
      ...RequestTunnels_Account
      ...RequestRecording_Account
    }
  }
`)

/** No event announces how many requests were not recorded. */
const pollMs = 60_000

/** Shows visitors' requests live: the list, and the request that is open. */
export function RequestsPage() {
  const { account: shown } = useActiveAccount().membership
  const { id: openId } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const page = useScreenQuery(pageQuery, 'your requests', {
    variables: { accountId: shown.id },
    pollInterval: pollMs,
    live: true,
  })
  const filter = useFilter()
  const [isPaused, setPaused] = useState(false)
  const [isReading, setReading] = useState(false)
  const [isSelecting, setSelecting] = useState(false)
  const [dialog, setDialog] = useState<'save' | 'sets'>()
  const isListPaused = isPaused || isReading || isSelecting || openId !== undefined
  const requests = useRequestList({ accountId: shown.id, filter, isPaused: isListPaused })
  const selection = useSelection(requests.rows)
  const hasSelection = selection.rows.length > 0
  // The selected rows must not move under the pointer.
  if (hasSelection !== isSelecting) setSelecting(hasSelection)
  const list = useRef<VirtualListHandle>(null)
  const searchField = useRef<HTMLInputElement>(null)

  const close = useCallback(() => {
    void navigate({ pathname: webPaths.requests, search })
    list.current?.focus(openId)
  }, [navigate, search, openId])
  useListKeys({
    search: () => searchField.current?.focus(),
    close: openId === undefined ? selection.clear : close,
    enterList: () => list.current?.focus(openId),
  })

  const titleId = useId()
  const account = page.data?.account
  return (
    <Screen
      title="Requests"
      description="Requests to your tunnels, as they come in. Open one to see its contents, and to replay it."
      actions={
        <CsvButton
          name="requests"
          make={async (client, progress) => {
            const { writeRequests } = await import('./requests-csv.ts')
            return await writeRequests(client, { accountId: shown.id, filter }, progress)
          }}
        />
      }
      failure={page.failure}
    >
      <Panel flush>
        <RequestFilters account={account} searchField={searchField} />
        <div className={classes.main} data-open={openId !== undefined}>
          <section className={classes.list} aria-labelledby={titleId}>
            <VisuallyHidden component="h2" id={titleId}>
              List of requests
            </VisuallyHidden>
            <ListBar
              requests={requests}
              selection={selection}
              isPaused={isPaused}
              onPause={setPaused}
              onShowWaiting={() => {
                list.current?.scrollToTop()
                requests.showWaiting()
              }}
              onSaveSet={() => setDialog('save')}
              onShowSets={() => setDialog('sets')}
            />
            {requests.error !== undefined && requests.pages === undefined ? (
              <Box px="var(--gutter)" py="1rem">
                <QueryError what="the list" error={requests.error} onRetry={requests.reload} />
              </Box>
            ) : (
              <RequestRows
                requests={requests}
                selection={selection}
                account={account}
                openId={openId}
                onReading={setReading}
                list={list}
              />
            )}
          </section>
          {openId !== undefined && (
            <Suspense>
              <RequestPanel key={openId} id={openId} account={account} onClose={close} />
            </Suspense>
          )}
        </div>
      </Panel>
      <RecordingPanel account={account} />
      {account && (
        <Suspense>
          {dialog === 'save' && (
            <SaveSetDialog
              account={account}
              rows={selection.rows}
              onSaved={() => {
                setDialog(undefined)
                selection.clear()
              }}
              onClose={() => setDialog(undefined)}
            />
          )}
          {dialog === 'sets' && <SetsDialog account={account} onClose={() => setDialog(undefined)} />}
        </Suspense>
      )}
    </Screen>
  )
}
