import { useApolloClient } from '@apollo/client/react'
import { useNavigate } from 'react-router-dom'
import { forgetAccountId } from './active-account-id.ts'
import type { Membership } from './ActiveAccount.tsx'

/** Moves on to another account of the viewer after they left one, or it was deleted. */
export function useForgetAccount(): (ended: Membership) => void {
  const { cache } = useApolloClient()
  const navigate = useNavigate()
  return (ended) => {
    forgetAccountId()
    void navigate('/admin/getting-started')
    cache.evict({ id: cache.identify({ ...ended }) })
    cache.gc()
  }
}
