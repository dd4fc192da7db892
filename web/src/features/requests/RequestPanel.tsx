import { useQuery } from '@apollo/client/react'
import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useActiveAccount } from '../accounts/ActiveAccount.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useSteady } from '../../graphql/useSteady.ts'
import { IconClose } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { RequestTunnels } from './request.ts'
import { RequestDetails } from './RequestDetails.tsx'
import { useRequestContent } from './useRequestContent.ts'
import { useRequestOwner } from './useRequestOwner.ts'
import classes from './Requests.module.css'

const panelQuery = graphql(`
  query RequestPanel_Query($accountId: ID!, $id: ID!) {
    account(id: $accountId) {
      id
      request(id: $id) {
        ...RequestDetail_Request
      }
    }
  }
`)

interface RequestPanelProps {
  id: string
  /** Undefined while it loads. */
  account: RequestTunnels | undefined
  onClose: () => void
}

/** One request, whether it is listed or not: its record, its content, and what can be done with it. */
export function RequestPanel({ id, account, onClose }: RequestPanelProps) {
  const accountId = useActiveAccount().membership.account.id
  const { data, error, refetch } = useSteady(
    useQuery(panelQuery, { variables: { accountId, id }, fetchPolicy: 'cache-first' }),
  )
  const content = useRequestContent(accountId, id)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // It may return a promise, which must not be used as a clean-up.
    heading.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  const request = data?.account.request
  return (
    <section className={classes.panel} aria-label="Request">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <h2 ref={heading} className={classes.heading} tabIndex={-1}>
          {request ? `${request.method} ${request.path}` : 'Request'}
        </h2>
        <Button
          flex="none"
          size="xs"
          variant="default"
          aria-keyshortcuts="Escape"
          leftSection={<IconClose size={14} aria-hidden />}
          onClick={onClose}
        >
          Close
        </Button>
      </Group>
      {!data && !error && (
        <Stack>
          <Skeleton height={28} width="50%" />
          <Skeleton height={180} />
        </Stack>
      )}
      {error && !data && <QueryError what="the request" error={error} onRetry={() => void refetch()} />}
      {request === null && <NoSuchRequest id={id} />}
      {request && <RequestDetails request={request} account={account} content={content} />}
    </section>
  )
}

/** Handles a link to a request of another account of the reader. */
function NoSuchRequest({ id }: { id: string }) {
  const { membership, memberships, switchTo } = useActiveAccount()
  const shownId = membership.account.id
  const others = memberships.map(({ account }) => account).filter((account) => account.id !== shownId)
  const owner = useRequestOwner(id, others)
  if (owner === undefined) return <Skeleton height={60} />
  if (!owner) {
    return (
      <Notice tone="info" title="No such request">
        It is no longer kept, was never recorded, or belongs to an account that you are not a member of.
      </Notice>
    )
  }
  return (
    <Notice
      tone="info"
      title={`This request belongs to ${owner.name}`}
      action={
        <Button size="xs" onClick={() => switchTo(owner.id)}>
          Switch to {owner.name}
        </Button>
      }
    >
      The dashboard is showing another of your accounts.
    </Notice>
  )
}
