import { useQuery } from '@apollo/client/react'
import { webPaths } from '@culvert/schema/web-paths'
import { Box, Popover } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useAction } from '../../graphql/useAction.ts'
import { useChanges } from '../../graphql/useScreenQuery.tsx'
import { LoadingPanel } from '../../ui/LoadingPanel.tsx'
import { BellButton } from './BellButton.tsx'
import { markReadMutation } from './mark-read.ts'
import { NoticeList } from './NoticeList.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const popoverQuery = graphql(`
  query NoticePopover_Query {
    viewer {
      notices(pageSize: 10) {
        totalCount
        nodes {
          ...NoticeList_Notice
        }
      }
    }
  }
`)

/** The bell with the newest notices below it. Opens as soon as it is mounted; the notices shown count as read once it closes. */
export function NoticePopover({ unread }: { unread: number }) {
  const [opened, setOpened] = useState(true)
  // Opened only after it has mounted, so that it knows where to return focus.
  const mounted = useMounted()
  const { data, error, refetch } = useQuery(popoverQuery, { fetchPolicy: 'cache-and-network' })
  useChanges(popoverQuery, { variables: {} })
  const markRead = useAction(markReadMutation, { fallbackText: 'Error marking notices as read' })
  const notices = data?.viewer.notices
  const change = (open: boolean) => {
    setOpened(open)
    const newest = notices?.nodes[0]
    if (!open && newest?.isUnread) void markRead.run({ input: { until: newest.happenedAt } })
  }
  return (
    <Popover
      position="bottom-end"
      width="min(26rem, calc(100vw - 2rem))"
      shadow="md"
      trapFocus
      returnFocus
      opened={mounted && opened}
      onChange={change}
    >
      <Popover.Target>
        {/* Replaces the button that loaded the list, and takes its focus. */}
        <BellButton ref={takeFocus} unread={unread} onClick={() => change(!opened)} />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notices">
        <Box mah="min(28rem, 60dvh)" style={{ overflowY: 'auto' }}>
          {notices ? (
            <NoticeList notices={notices.nodes} onOpen={() => change(false)} />
          ) : error ? (
            <QueryError what="your notices" error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingPanel />
          )}
        </Box>
        <Box px="1.25rem" py="0.75rem" fz="sm" style={{ borderTop: 'var(--line-width) solid var(--line)' }}>
          <TextLink to={webPaths.notices} onClick={() => change(false)}>
            All notices
          </TextLink>
        </Box>
      </Popover.Dropdown>
    </Popover>
  )
}

function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus()
}
