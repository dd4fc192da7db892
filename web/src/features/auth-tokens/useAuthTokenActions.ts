import type { ApolloCache } from '@apollo/client'
import type { StoreObject } from '@apollo/client/utilities'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { forgetSecret, keepSecret } from './secrets.ts'

const createAuthTokenMutation = graphql(`
  mutation AuthToken_CreateAuthToken($input: CreateAuthTokenInput!) {
    createAuthToken(input: $input) {
      authToken {
        ...AuthToken_AuthToken
      }
      secret
    }
  }
`)

const deleteAuthTokenMutation = graphql(`
  mutation AuthToken_DeleteAuthToken($input: DeleteAuthTokenInput!) {
    deleteAuthToken(input: $input) {
      authToken {
        id
      }
    }
  }
`)

/** Creates the viewer's AuthID for an account, or replaces one, and keeps its secret in this browser. */
export function useCreateAuthToken(accountId: string, replacedId?: string) {
  const action = useAction(createAuthTokenMutation, {
    // The secret is stored before any screen learns of the token, so that no screen shows the token without it.
    update: (cache, { data }) => {
      if (!data) return
      const { authToken, secret } = data.createAuthToken
      keepSecret(authToken.id, secret)
      if (replacedId) forgetSecret(replacedId)
      setAuthToken(cache, accountId, authToken)
    },
    fetchPolicy: 'no-cache',
  })
  return { ...action, create: () => action.run({ input: { accountId } }) }
}

/** Deletes an AuthID and forgets its secret. */
export function useDeleteAuthToken(accountId: string) {
  const action = useAction(deleteAuthTokenMutation, {
    update: (cache, { data }) => {
      if (!data) return
      forgetSecret(data.deleteAuthToken.authToken.id)
      setAuthToken(cache, accountId, null)
    },
  })
  return { ...action, delete: (id: string) => action.run({ input: { id } }) }
}

function setAuthToken(cache: ApolloCache, accountId: string, authToken: StoreObject | null): void {
  cache.modify({
    id: cache.identify({ __typename: 'Account', id: accountId }),
    fields: { authToken: (_before, { toReference }) => authToken && (toReference(authToken, true) ?? null) },
  })
}
