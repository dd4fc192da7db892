import type { ApolloClient } from '@apollo/client'

/** Fields of an account that events do not carry. */
export type LiveField = 'agents' | 'gateways' | 'domains' | (typeof additionFields)[number]

/** Fields that depend on a plan's limits. */
export const additionFields = [
  'viewerCanCreateGateway',
  'viewerCanAddDomain',
  'viewerCanAddIpRestriction',
  'viewerCanInviteMember',
] as const

/**
 * Makes the screens that show a field refetch it. While an answer is pending, any number of calls adds only one more
 * request.
 */
export function createRefresh(client: ApolloClient): (accountId: string, field: LiveField) => void {
  const states = new Map<string, 'asking' | 'ask again'>()
  const refresh = async (accountId: string, field: LiveField): Promise<void> => {
    const key = `${accountId} ${field}`
    if (states.has(key)) {
      states.set(key, 'ask again')
      return
    }
    states.set(key, 'asking')
    // What could not be read stays as it was; the screen's own query reports the reason.
    await askAgain(client, accountId, field).catch(() => undefined)
    const again = states.get(key) === 'ask again'
    states.delete(key)
    if (again) await refresh(accountId, field)
  }
  return (accountId, field) => void refresh(accountId, field)
}

async function askAgain(client: ApolloClient, accountId: string, field: LiveField): Promise<void> {
  await client.refetchQueries({
    updateCache: (cache) => {
      cache.modify({
        id: cache.identify({ __typename: 'Account', id: accountId }),
        fields: { [field]: (_value, { INVALIDATE }) => INVALIDATE },
      })
    },
  })
}
