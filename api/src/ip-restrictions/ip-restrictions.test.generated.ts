/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type IpRestrictionFieldsFragment = {
  id: string
  ipAddress: string
  description: string | null
  createdAt: string
  deletedAt: string | null
}

export type IpRestrictionsQueryVariables = Exact<{
  accountId: string
}>

export type IpRestrictionsQuery = {
  account: {
    viewerCanManageIpRestrictions: boolean
    ipRestrictions: Array<{
      id: string
      ipAddress: string
      description: string | null
      createdAt: string
      deletedAt: string | null
    }>
  }
}

export type AddIpRestrictionMutationVariables = Exact<{
  input: Types.AddIpRestrictionInput
}>

export type AddIpRestrictionMutation = {
  addIpRestriction: {
    ipRestriction: {
      id: string
      ipAddress: string
      description: string | null
      createdAt: string
      deletedAt: string | null
    }
  }
}

export type RemoveIpRestrictionMutationVariables = Exact<{
  input: Types.RemoveIpRestrictionInput
}>

export type RemoveIpRestrictionMutation = {
  removeIpRestriction: {
    ipRestriction: {
      id: string
      ipAddress: string
      description: string | null
      createdAt: string
      deletedAt: string | null
    }
  }
}

export type RestrictionsQueryVariables = Exact<{
  since: number
}>

export type RestrictionsQuery = {
  restrictions: {
    version: number
    hasMore: boolean
    accounts: Array<{ accountId: string; version: number; ranges: Array<string> }>
  }
}

export type RestrictionsChangedSubscriptionVariables = Exact<{ [key: string]: never }>

export type RestrictionsChangedSubscription = {
  restrictionsChanged: { accountId: string; version: number; ranges: Array<string> }
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
export const IpRestrictionFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment IpRestrictionFields on IpRestriction {
  id
  ipAddress
  description
  createdAt
  deletedAt
}
    `,
  { fragmentName: 'IpRestrictionFields' },
) as unknown as TypedDocumentString<IpRestrictionFieldsFragment, unknown>
export const IpRestrictionsDocument = new TypedDocumentString(`
    query IpRestrictions($accountId: ID!) {
  account(id: $accountId) {
    viewerCanManageIpRestrictions
    ipRestrictions {
      ...IpRestrictionFields
    }
  }
}
    fragment IpRestrictionFields on IpRestriction {
  id
  ipAddress
  description
  createdAt
  deletedAt
}`) as unknown as TypedDocumentString<IpRestrictionsQuery, IpRestrictionsQueryVariables>
export const AddIpRestrictionDocument = new TypedDocumentString(`
    mutation AddIpRestriction($input: AddIpRestrictionInput!) {
  addIpRestriction(input: $input) {
    ipRestriction {
      ...IpRestrictionFields
    }
  }
}
    fragment IpRestrictionFields on IpRestriction {
  id
  ipAddress
  description
  createdAt
  deletedAt
}`) as unknown as TypedDocumentString<AddIpRestrictionMutation, AddIpRestrictionMutationVariables>
export const RemoveIpRestrictionDocument = new TypedDocumentString(`
    mutation RemoveIpRestriction($input: RemoveIpRestrictionInput!) {
  removeIpRestriction(input: $input) {
    ipRestriction {
      ...IpRestrictionFields
    }
  }
}
    fragment IpRestrictionFields on IpRestriction {
  id
  ipAddress
  description
  createdAt
  deletedAt
}`) as unknown as TypedDocumentString<RemoveIpRestrictionMutation, RemoveIpRestrictionMutationVariables>
export const RestrictionsDocument = new TypedDocumentString(`
    query Restrictions($since: SafeInt!) {
  restrictions(since: $since) {
    accounts {
      accountId
      version
      ranges
    }
    version
    hasMore
  }
}
    `) as unknown as TypedDocumentString<RestrictionsQuery, RestrictionsQueryVariables>
export const RestrictionsChangedDocument = new TypedDocumentString(`
    subscription RestrictionsChanged {
  restrictionsChanged {
    accountId
    version
    ranges
  }
}
    `) as unknown as TypedDocumentString<RestrictionsChangedSubscription, RestrictionsChangedSubscriptionVariables>
