/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type AuthTokenFieldsFragment = { id: string; name: string; createdAt: string; lastUsedAt: string | null }

export type AuthTokenQueryVariables = Exact<{
  accountId: string
}>

export type AuthTokenQuery = {
  account: { authToken: { id: string; name: string; createdAt: string; lastUsedAt: string | null } | null }
}

export type CreateAuthTokenMutationVariables = Exact<{
  input: Types.CreateAuthTokenInput
}>

export type CreateAuthTokenMutation = {
  createAuthToken: {
    secret: string
    authToken: { id: string; name: string; createdAt: string; lastUsedAt: string | null }
  }
}

export type DeleteAuthTokenMutationVariables = Exact<{
  input: Types.DeleteAuthTokenInput
}>

export type DeleteAuthTokenMutation = {
  deleteAuthToken: { authToken: { id: string; name: string; createdAt: string; lastUsedAt: string | null } }
}

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>
  private value: string
  public __meta__?: Record<string, any> | undefined

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value)
    this.value = value
    this.__meta__ = __meta__
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value
  }
}
export const AuthTokenFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment AuthTokenFields on AuthToken {
  id
  name
  createdAt
  lastUsedAt
}
    `,
  { fragmentName: 'AuthTokenFields' },
) as unknown as TypedDocumentString<AuthTokenFieldsFragment, unknown>
export const AuthTokenDocument = new TypedDocumentString(`
    query AuthToken($accountId: ID!) {
  account(id: $accountId) {
    authToken {
      ...AuthTokenFields
    }
  }
}
    fragment AuthTokenFields on AuthToken {
  id
  name
  createdAt
  lastUsedAt
}`) as unknown as TypedDocumentString<AuthTokenQuery, AuthTokenQueryVariables>
export const CreateAuthTokenDocument = new TypedDocumentString(`
    mutation CreateAuthToken($input: CreateAuthTokenInput!) {
  createAuthToken(input: $input) {
    secret
    authToken {
      ...AuthTokenFields
    }
  }
}
    fragment AuthTokenFields on AuthToken {
  id
  name
  createdAt
  lastUsedAt
}`) as unknown as TypedDocumentString<CreateAuthTokenMutation, CreateAuthTokenMutationVariables>
export const DeleteAuthTokenDocument = new TypedDocumentString(`
    mutation DeleteAuthToken($input: DeleteAuthTokenInput!) {
  deleteAuthToken(input: $input) {
    authToken {
      ...AuthTokenFields
    }
  }
}
    fragment AuthTokenFields on AuthToken {
  id
  name
  createdAt
  lastUsedAt
}`) as unknown as TypedDocumentString<DeleteAuthTokenMutation, DeleteAuthTokenMutationVariables>
