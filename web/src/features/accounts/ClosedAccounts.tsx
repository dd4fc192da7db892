import { webPaths } from '@culvert/schema/web-paths'
import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../auth/SessionProvider.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { useScreenQuery } from '../../graphql/useScreenQuery.tsx'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'
import { MessageScreen } from '../../ui/MessageScreen.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { FactorPanel } from '../factors/FactorPanel.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

const pageQuery = graphql(`
  query ClosedAccounts_Query {
    viewer {
      user {
        id
      }
      factors {
        ...FactorPanel_Factor
      }
      recoveryCodesLeft
      closedMemberships {
        id
        role
        account {
          id
          name
        }
      }
    }
  }
`)

interface ClosedAccountsProps {
  /** Called when the session proves a second factor, or the viewer has left an account. */
  onChanged: () => void
  /** Returns to an open account; undefined if there is none. */
  back: { name: string; run: () => void } | undefined
}

/** Directs a member to a second factor, in place of the screens of accounts that require one. */
export function ClosedAccounts({ onChanged, back }: ClosedAccountsProps) {
  const { proofs } = useSession()
  const [leaving, setLeaving] = useState<{ id: string; name: string }>()
  const { data, failure } = useScreenQuery(pageQuery, 'your accounts', { variables: {} })
  if (!data) return failure ?? <LoadingScreen label="Loading your accounts" />
  const { factors, recoveryCodesLeft, closedMemberships } = data.viewer
  const names = closedMemberships.map(({ account }) => account.name)
  const confirm = async () => {
    if (await proofs.ask(factors.map(({ kind }) => kind))) onChanged()
  }
  return (
    <MessageScreen
      title="A second factor is required"
      description={`${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'requires' : 'require'} a second factor of every member. Your tunnels keep running.`}
    >
      <Stack ta="start">
        {factors.length > 0 ? (
          <Button onClick={() => void confirm()}>Confirm your identity</Button>
        ) : (
          <FactorPanel factors={factors} recoveryCodesLeft={recoveryCodesLeft} onChanged={onChanged} />
        )}
        {back && (
          <Button variant="default" onClick={back.run}>
            Back to {back.name}
          </Button>
        )}
        {closedMemberships
          .filter(({ role }) => role !== 'super_admin')
          .map(({ account }) => (
            <Anchor key={account.id} component="button" size="sm" onClick={() => setLeaving(account)}>
              Leave {account.name}
            </Anchor>
          ))}
        <TextLink to={webPaths.logout} size="sm" ta="center">
          Sign out
        </TextLink>
      </Stack>
      <LeaveDialog item={leaving} onLeft={onChanged} onClose={() => setLeaving(undefined)} />
    </MessageScreen>
  )
}
