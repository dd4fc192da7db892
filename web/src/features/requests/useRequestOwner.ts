import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'

const ownerQuery = graphql(`
  query RequestOwner_Query($accountId: ID!, $id: ID!) {
    account(id: $accountId) {
      id
      request(id: $id) {
        id
      }
    }
  }
`)

/** The largest number of accounts that are queried. */
const accountsMax = 20

/** Finds which of several accounts has a request, querying one after another: null if none has it, undefined while the search runs. */
export function useRequestOwner<Account extends { id: string }>(
  id: string,
  accounts: readonly Account[],
): Account | null | undefined {
  const client = useApolloClient()
  const [foundId, setFoundId] = useState<string | null>()
  const ids = accounts
    .slice(0, accountsMax)
    .map((account) => account.id)
    .join(' ')
  useEffect(() => {
    let isGone = false
    const find = async () => {
      for (const accountId of ids.split(' ').filter(Boolean)) {
        // oxlint-disable-next-line no-await-in-loop -- most readers have one account, and it is the first that is found
        const { data } = await client.query({ query: ownerQuery, variables: { accountId, id } })
        if (isGone) return
        if (data?.account.request) {
          setFoundId(accountId)
          return
        }
      }
      setFoundId(null)
    }
    find().catch(() => isGone || setFoundId(null))
    return () => {
      isGone = true
    }
  }, [client, id, ids])
  return accounts.find((account) => account.id === foundId) ?? (foundId === undefined ? undefined : null)
}
