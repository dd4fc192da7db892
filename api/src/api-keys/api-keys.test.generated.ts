/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type ApiKeyFieldsFragment = {
  id: string
  name: string
  prefix: string
  scopes: Array<Types.ApiKeyScope>
  createdAt: string
  lastUsedAt: string | null
  expiresAt: string | null
  revokedAt: string | null
  createdBy: { id: string } | null
}

export type ApiKeysQueryVariables = Exact<{
  accountId: string
}>

export type ApiKeysQuery = {
  account: {
    viewerCanManageApiKeys: boolean
    apiKeys: Array<{
      id: string
      name: string
      prefix: string
      scopes: Array<Types.ApiKeyScope>
      createdAt: string
      lastUsedAt: string | null
      expiresAt: string | null
      revokedAt: string | null
      createdBy: { id: string } | null
    }>
  }
}

export type CreateApiKeyMutationVariables = Exact<{
  input: Types.CreateApiKeyInput
}>

export type CreateApiKeyMutation = {
  createApiKey: {
    secret: string
    apiKey: {
      id: string
      name: string
      prefix: string
      scopes: Array<Types.ApiKeyScope>
      createdAt: string
      lastUsedAt: string | null
      expiresAt: string | null
      revokedAt: string | null
      createdBy: { id: string } | null
    }
  }
}

export type RevokeApiKeyMutationVariables = Exact<{
  input: Types.RevokeApiKeyInput
}>

export type RevokeApiKeyMutation = {
  revokeApiKey: {
    apiKey: {
      id: string
      name: string
      prefix: string
      scopes: Array<Types.ApiKeyScope>
      createdAt: string
      lastUsedAt: string | null
      expiresAt: string | null
      revokedAt: string | null
      createdBy: { id: string } | null
    }
  }
}

export type ReadAccountQueryVariables = Exact<{
  accountId: string
}>

export type ReadAccountQuery = {
  account: { id: string; name: string; plan: { name: string }; gateways: Array<{ subdomain: string }> }
}

export type ReadUsageQueryVariables = Exact<{
  accountId: string
}>

export type ReadUsageQuery = { account: { id: string; usage: { apiRequests: number } } }

export type ReadRoleQueryVariables = Exact<{
  accountId: string
}>

export type ReadRoleQuery = { account: { viewerRole: Types.Role } }

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
export const ApiKeyFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment ApiKeyFields on ApiKey {
  id
  name
  prefix
  scopes
  createdBy {
    id
  }
  createdAt
  lastUsedAt
  expiresAt
  revokedAt
}
    `,
  { fragmentName: 'ApiKeyFields' },
) as unknown as TypedDocumentString<ApiKeyFieldsFragment, unknown>
export const ApiKeysDocument = new TypedDocumentString(`
    query ApiKeys($accountId: ID!) {
  account(id: $accountId) {
    viewerCanManageApiKeys
    apiKeys {
      ...ApiKeyFields
    }
  }
}
    fragment ApiKeyFields on ApiKey {
  id
  name
  prefix
  scopes
  createdBy {
    id
  }
  createdAt
  lastUsedAt
  expiresAt
  revokedAt
}`) as unknown as TypedDocumentString<ApiKeysQuery, ApiKeysQueryVariables>
export const CreateApiKeyDocument = new TypedDocumentString(`
    mutation CreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    apiKey {
      ...ApiKeyFields
    }
    secret
  }
}
    fragment ApiKeyFields on ApiKey {
  id
  name
  prefix
  scopes
  createdBy {
    id
  }
  createdAt
  lastUsedAt
  expiresAt
  revokedAt
}`) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>
export const RevokeApiKeyDocument = new TypedDocumentString(`
    mutation RevokeApiKey($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) {
    apiKey {
      ...ApiKeyFields
    }
  }
}
    fragment ApiKeyFields on ApiKey {
  id
  name
  prefix
  scopes
  createdBy {
    id
  }
  createdAt
  lastUsedAt
  expiresAt
  revokedAt
}`) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>
export const ReadAccountDocument = new TypedDocumentString(`
    query ReadAccount($accountId: ID!) {
  account(id: $accountId) {
    id
    name
    plan {
      name
    }
    gateways {
      subdomain
    }
  }
}
    `) as unknown as TypedDocumentString<ReadAccountQuery, ReadAccountQueryVariables>
export const ReadUsageDocument = new TypedDocumentString(`
    query ReadUsage($accountId: ID!) {
  account(id: $accountId) {
    id
    usage {
      apiRequests
    }
  }
}
    `) as unknown as TypedDocumentString<ReadUsageQuery, ReadUsageQueryVariables>
export const ReadRoleDocument = new TypedDocumentString(`
    query ReadRole($accountId: ID!) {
  account(id: $accountId) {
    viewerRole
  }
}
    `) as unknown as TypedDocumentString<ReadRoleQuery, ReadRoleQueryVariables>
