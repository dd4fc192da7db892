import { useSubscription } from '@apollo/client/react'
import { LiveSite_ChangedDocument, LiveSite_PlansDocument } from './useLiveSite.generated.ts'

/** Keeps what the operator set up to date, and the plans with it: their limits and how they are had may have changed. */
export function useLiveSite(accountId: string): void {
  useSubscription(LiveSite_ChangedDocument, {
    ignoreResults: true,
    onData: ({ client }) => {
      const options = { query: LiveSite_PlansDocument, variables: { accountId }, fetchPolicy: 'network-only' } as const
      // What cannot be had now is read with the next screen.
      client.query(options).catch(() => undefined)
    },
  })
}
