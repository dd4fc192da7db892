import { useApolloClient } from '@apollo/client/react'
import { webPaths } from '@culvert/schema/web-paths'
import { useNavigate } from 'react-router-dom'
import { forgetAccountId } from '../../auth/active-account-id.ts'
import { useActiveAccount } from './ActiveAccount.tsx'
import type { Membership } from './membership.ts'

/** Switches to another account after the viewer has left one, or it was deleted. */
export function useForgetAccount(): (ended: Membership) => void {
  const { cache } = useApolloClient()
  const navigate = useNavigate()
  const { expectEnd } = useActiveAccount()
  return (ended) => {
    expectEnd(ended.account.id)
    forgetAccountId()
    void navigate(webPaths.gettingStarted)
    cache.evict({ id: cache.identify({ ...ended }) })
    cache.gc()
  }
}
