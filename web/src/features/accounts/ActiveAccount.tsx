import { useQuery } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { createContext, Suspense, use, useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { webPaths } from '@culvert/schema/web-paths'
import { QueryError } from '../../graphql/QueryError.tsx'
import { useChanges } from '../../graphql/useScreenQuery.tsx'
import { lazyPart } from '../../network/chunks.ts'
import { setFormatLocale } from '../../ui/format.ts'
import { LoadingScreen } from '../../ui/LoadingScreen.tsx'
import { MessageScreen } from '../../ui/MessageScreen.tsx'
import type { SessionUser } from '../../auth/session.ts'
import { useSession } from '../../auth/SessionProvider.tsx'
import { chooseMembership, findRememberedAccountId, rememberAccountId } from '../../auth/active-account-id.ts'
import { type Membership, viewerQuery } from './membership.ts'
import { OpenAccount } from './OpenAccount.tsx'

const ClosedAccounts = lazyPart('ClosedAccounts', () => import('./ClosedAccounts.tsx'))

type Viewer = ResultOf<typeof viewerQuery>['viewer']

interface ActiveAccount {
  membership: Membership
  /** In the accounts that are open to this session. */
  memberships: Membership[]
  /** The accounts that require a second factor, which this session has not proven. */
  closed: { id: string; name: string }[]
  /** Shows the screen from which they can be opened. */
  openClosed: () => void
  /** Switches to another account of the viewer. */
  switchTo: (accountId: string) => void
  /** Called when the viewer has left an account or deleted it: its end is no surprise. */
  expectEnd: (accountId: string) => void
}

const ActiveAccountContext = createContext<ActiveAccount | undefined>(undefined)

/** Finds the account to show: the remembered one, else the viewer's first. */
export function ActiveAccountProvider({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(viewerQuery)
  // An account that is joined, left, lost or closed to this session is reflected at once.
  useChanges(viewerQuery, { variables: {} })
  useSessionUser(data?.viewer.user)
  const [accountId, setAccountId] = useState(findRememberedAccountId)
  const [isOpening, setOpening] = useState(false)
  const membership = data && chooseMembership(data.viewer.memberships, accountId)
  const expectEnd = useLostAccount(data?.viewer, membership)

  const loading = <LoadingScreen label="Loading your account" />
  if (!data) {
    if (!error) return loading
    return (
      <MessageScreen title="Your account did not load" description="The dashboard shows nothing without it.">
        <QueryError what="your account" error={error} onRetry={() => void refetch()} />
      </MessageScreen>
    )
  }

  const { user, memberships, closedMemberships } = data.viewer
  // Set before anything below formats a date.
  setFormatLocale(user.locale)
  if (closedMemberships.length > 0 && (isOpening || !membership)) {
    const onChanged = () => {
      setOpening(false)
      void refetch()
    }
    return (
      <Suspense fallback={loading}>
        <ClosedAccounts
          onChanged={onChanged}
          back={membership && { name: membership.account.name, run: () => setOpening(false) }}
        />
      </Suspense>
    )
  }
  if (!membership) {
    return (
      <MessageScreen
        title="No Active Account"
        description="You do not belong to any account. Open one, or ask an owner to invite you."
      >
        <OpenAccount />
      </MessageScreen>
    )
  }

  const switchTo = (id: string) => {
    rememberAccountId(id)
    setAccountId(id)
  }
  const closed = closedMemberships.map(({ account }) => account)
  const value = { membership, memberships, closed, openClosed: () => setOpening(true), switchTo, expectEnd }
  return <ActiveAccountContext value={value}>{children}</ActiveAccountContext>
}

/**
 * Says so when the account on the screen is no longer one of the viewer's, and opens the first screen of the next one: what was about to be done
 * there is not done here. Returns a function to call before an end that the viewer brings about.
 */
function useLostAccount(viewer: Viewer | undefined, shown: Membership | undefined): (id: string) => void {
  const navigate = useNavigate()
  const last = useRef<Membership['account']>(undefined)
  const expected = useRef<string>(undefined)
  useEffect(() => {
    const former = last.current
    last.current = shown?.account
    const isFormer = ({ account }: { account: { id: string } }) => account.id === former?.id
    if (!former || !shown || viewer?.memberships.some(isFormer)) return
    if (former.id === expected.current) {
      // They may be invited to it again.
      expected.current = undefined
      return
    }
    void navigate(webPaths.gettingStarted)
    const why = viewer?.closedMemberships.some(isFormer)
      ? 'requires a second factor now. To add one, switch to it in the header.'
      : 'is no longer open to you.'
    void import('../../ui/notify.ts').then(({ notify }) =>
      notify(`${former.name} ${why} This is ${shown.account.name}.`),
    )
  }, [viewer, shown, navigate])
  return (id) => {
    expected.current = id
  }
}

/** Shows a changed name or address wherever the session's person is shown, and not only once the session is refreshed. */
function useSessionUser(user: SessionUser | undefined): void {
  const session = useSession()
  const { id, email, fullName } = user ?? {}
  useEffect(() => {
    if (id !== undefined && email !== undefined && fullName !== undefined)
      void session.noteUser({ id, email, fullName })
  }, [session, id, email, fullName])
}

/** Returns the account that the screens show. */
export function useActiveAccount(): ActiveAccount {
  const active = use(ActiveAccountContext)
  if (!active) throw new Error('useActiveAccount needs an ActiveAccountProvider above it.')
  return active
}
