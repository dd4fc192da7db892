import type { ApolloClient } from '@apollo/client'

/** A list of an account whose members come and go. */
export type LiveList = 'agents' | 'gateways' | 'domains'

/** Has the screens that show a list ask for it again. While they wait for an answer, any number of wishes is one more question. */
export function createListRefresh(client: ApolloClient): (accountId: string, list: LiveList) => void {
  const states = new Map<string, 'asking' | 'ask again'>()
  const refresh = async (accountId: string, list: LiveList): Promise<void> => {
    const key = `${accountId} ${list}`
    if (states.has(key)) {
      states.set(key, 'ask again')
      return
    }
    states.set(key, 'asking')
    // What could not be read is shown as it was; the screen's own query says why.
    await askAgain(client, accountId, list).catch(() => undefined)
    const again = states.get(key) === 'ask again'
    states.delete(key)
    if (again) await refresh(accountId, list)
  }
  return (accountId, list) => void refresh(accountId, list)
}

async function askAgain(client: ApolloClient, accountId: string, list: LiveList): Promise<void> {
  await client.refetchQueries({
    updateCache: (cache) => {
      cache.modify({
        id: cache.identify({ __typename: 'Account', id: accountId }),
        fields: { [list]: (_list, { INVALIDATE }) => INVALIDATE },
      })
    },
  })
}
