import { useQuery } from '@apollo/client/react'
import { createContext, use, useState, type ReactNode } from 'react'
import { getErrorText } from '../graphql/errors.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'
import { MessageScreen } from '../ui/MessageScreen.tsx'
import { ActiveAccount_ViewerDocument, type ActiveAccount_ViewerQuery } from './ActiveAccount.generated.ts'
import { OpenAccount } from './OpenAccount.tsx'
import { chooseMembership, findRememberedAccountId, rememberAccountId } from './active-account-id.ts'

/** The viewer's place in an account, with what the dashboard's frame shows of it. */
export type Membership = ActiveAccount_ViewerQuery['viewer']['memberships'][number]

interface ActiveAccount {
  membership: Membership
  memberships: Membership[]
  /** Shows another account of the viewer. */
  switchTo: (accountId: string) => void
}

const ActiveAccountContext = createContext<ActiveAccount | undefined>(undefined)

/** Finds the account to show: the remembered one, else the viewer's first. */
export function ActiveAccountProvider({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(ActiveAccount_ViewerDocument)
  const [accountId, setAccountId] = useState(findRememberedAccountId)

  if (!data) {
    if (!error) return <LoadingScreen label="Loading your account" />
    return (
      <MessageScreen title="Your account did not load" description="The dashboard needs it to show anything.">
        <LoadError what="your account" reason={getErrorText(error)} onRetry={() => void refetch()} />
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

/** The account that the screens show. */
export function useActiveAccount(): ActiveAccount {
  const active = use(ActiveAccountContext)
  if (!active) throw new Error('useActiveAccount needs an ActiveAccountProvider above it.')
  return active
}
