import { useQuery } from '@apollo/client/react'
import { createContext, use, useState, type ReactNode } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import { QueryError } from '../../graphql/QueryError.tsx'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'
import { MessageScreen } from '../../ui/MessageScreen.tsx'
import { chooseMembership, findRememberedAccountId, rememberAccountId } from '../../auth/active-account-id.ts'
import type { Membership } from './membership.ts'
import { OpenAccount } from './OpenAccount.tsx'

const viewerQuery = graphql(`
  query ActiveAccount_Viewer {
    viewer {
      user {
        id
      }
      memberships {
        ...ActiveAccount_Membership
      }
    }
  }
`)

interface ActiveAccount {
  membership: Membership
  memberships: Membership[]
  /** Switches to another account of the viewer. */
  switchTo: (accountId: string) => void
}

const ActiveAccountContext = createContext<ActiveAccount | undefined>(undefined)

/** Finds the account to show: the remembered one, else the viewer's first. */
export function ActiveAccountProvider({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(viewerQuery)
  const [accountId, setAccountId] = useState(findRememberedAccountId)

  if (!data) {
    if (!error) return <LoadingScreen label="Loading your account" />
    return (
      <MessageScreen title="Your account did not load" description="The dashboard needs it to show anything.">
        <QueryError what="your account" error={error} onRetry={() => void refetch()} />
      </MessageScreen>
    )
  }

  const { memberships } = data.viewer
  const membership = chooseMembership(memberships, accountId)
  if (!membership) {
    return (
      <MessageScreen
        title="No Active Account"
        description="You belong to no account. Open one, or ask an owner to invite you."
      >
        <OpenAccount />
      </MessageScreen>
    )
  }

  const switchTo = (id: string) => {
    rememberAccountId(id)
    setAccountId(id)
  }
  return <ActiveAccountContext value={{ membership, memberships, switchTo }}>{children}</ActiveAccountContext>
}

/** Returns the account that the screens show. */
export function useActiveAccount(): ActiveAccount {
  const active = use(ActiveAccountContext)
  if (!active) throw new Error('useActiveAccount needs an ActiveAccountProvider above it.')
  return active
}
