import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'
import { useAction } from '../../graphql/useAction.ts'
import { beginMutation } from './proof.ts'
import { type PendingRedirect, storePendingRedirect } from './pending-redirect.ts'

/** Sends this window to a provider, to sign in or to link it. */
export function useProviderRedirect(purpose: 'SIGN_IN' | 'LINK') {
  const begin = useAction(beginMutation, {
    fetchPolicy: 'no-cache',
    context: { withoutSession: purpose === 'SIGN_IN' },
  })
  const [leavingTo, setLeavingTo] = useState<string>()
  // The back button may show the page in the state in which it was left.
  useWindowEvent('pageshow', () => setLeavingTo(undefined))

  const go = async (providerId: string, pendingRedirect: Omit<PendingRedirect, 'purpose'>) => {
    setLeavingTo(providerId)
    const answer = await begin.run({ input: { providerId, purpose } })
    if (!answer) {
      setLeavingTo(undefined)
      return
    }
    const { url } = answer.beginProviderProof
    storePendingRedirect(url, { ...pendingRedirect, purpose }, window)
    location.assign(url)
  }
  return {
    go: (providerId: string, pendingRedirect: Omit<PendingRedirect, 'purpose'> = {}) =>
      void go(providerId, pendingRedirect),
    /** The provider to which this window is navigating. */
    leavingTo,
    errorText: begin.errorText,
  }
}
