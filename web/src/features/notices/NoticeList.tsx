import { Box } from '@mantine/core'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { Link } from 'react-router-dom'
import { graphql } from '../../graphql/generated/gql.ts'
import type { NoticeKind } from '../../graphql/generated/graphql.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconBell } from '../../ui/icons.ts'
import { type NoticeTone, toneIcons } from '../../ui/Notice.tsx'
import { When } from '../../ui/When.tsx'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import classes from './NoticeList.module.css'

const noticeFragment = graphql(`
  fragment NoticeList_Notice on Notice {
    id
    kind
    account {
      id
      name
    }
    title
    text
    path
    happenedAt
    isUnread
  }
`)

export type AccountNotice = ResultOf<typeof noticeFragment>

const tones: Record<NoticeKind, NoticeTone> = {
  ACCOUNT_SUSPENDED: 'danger',
  AGENT_LOST: 'danger',
  CERTIFICATE_FAILING: 'warning',
  HOSTNAME_BLOCKED: 'danger',
  DOMAIN_FAILED: 'danger',
  DOMAIN_FAILING: 'warning',
  LIMIT_NEAR: 'warning',
  LIMIT_REACHED: 'danger',
  NEW_SIGN_IN: 'info',
  WEBHOOK_OFF: 'warning',
}

interface NoticeListProps {
  notices: readonly AccountNotice[]
  /** Called when a notice's screen is opened. */
  onOpen?: () => void
}

/** Notices, each a link to the screen that shows more. A notice of another account opens that account. */
export function NoticeList({ notices, onOpen }: NoticeListProps) {
  const { membership, memberships, switchTo } = useActiveAccount()
  if (notices.length === 0) {
    return (
      <EmptyState
        icon={IconBell}
        title="No notices"
        description="Lost agents, failing domains and certificates, limits and new sign-ins appear here."
      />
    )
  }
  const open = ({ account }: AccountNotice) => {
    if (account && account.id !== membership.account.id) switchTo(account.id)
    onOpen?.()
  }
  return (
    <ul aria-label="Notices" className={classes.root}>
      {notices.map((notice) => {
        const { id, kind, account, title, text, path, happenedAt, isUnread } = notice
        const tone = tones[kind]
        const ToneIcon = toneIcons[tone]
        return (
          <li key={id} className={classes.item} data-tone={tone} data-unread={isUnread || undefined}>
            <ToneIcon className={classes.icon} size={18} aria-hidden />
            <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
              <Link
                className={classes.title}
                to={path}
                aria-label={isUnread ? `Unread: ${title}` : undefined}
                onClick={() => open(notice)}
              >
                {title}
              </Link>
              <Box c="dimmed">{text}</Box>
              <Box mt="0.25rem" c="dimmed" fz="xs">
                <When iso={happenedAt} as="short-time" />
                {account && memberships.length > 1 && ` · ${account.name}`}
              </Box>
            </Box>
          </li>
        )
      })}
    </ul>
  )
}
