/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type GatewayFieldsFragment = {
  id: string
  name: string
  subdomain: string
  publicUrl: string
  tunnelBinding: string | null
  createdAt: string
  deletedAt: string | null
}

export type GatewaysQueryVariables = Exact<{
  accountId: string
}>

export type GatewaysQuery = {
  account: {
    gateways: Array<{
      id: string
      name: string
      subdomain: string
      publicUrl: string
      tunnelBinding: string | null
      createdAt: string
      deletedAt: string | null
    }>
    usage: { subpoints: number }
  }
}

export type CreateGatewayMutationVariables = Exact<{
  input: Types.CreateGatewayInput
}>

export type CreateGatewayMutation = {
  createGateway: {
    gateway: {
      id: string
      name: string
      subdomain: string
      publicUrl: string
      tunnelBinding: string | null
      createdAt: string
      deletedAt: string | null
    }
  }
}

export type DeleteGatewayMutationVariables = Exact<{
  input: Types.DeleteGatewayInput
}>

export type DeleteGatewayMutation = {
  deleteGateway: {
    gateway: {
      id: string
      name: string
      subdomain: string
      publicUrl: string
      tunnelBinding: string | null
      createdAt: string
      deletedAt: string | null
    }
  }
}

export type GatewayChangedSubscriptionVariables = Exact<{
  accountId: string
}>

export type GatewayChangedSubscription = {
  gatewayChanged: {
    id: string
    name: string
    subdomain: string
    publicUrl: string
    tunnelBinding: string | null
    createdAt: string
    deletedAt: string | null
  }
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
export const GatewayFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment GatewayFields on Gateway {
  id
  name
  subdomain
  publicUrl
  tunnelBinding
  createdAt
  deletedAt
}
    `,
  { fragmentName: 'GatewayFields' },
) as unknown as TypedDocumentString<GatewayFieldsFragment, unknown>
export const GatewaysDocument = new TypedDocumentString(`
    query Gateways($accountId: ID!) {
  account(id: $accountId) {
    gateways {
      ...GatewayFields
    }
    usage {
      subpoints
    }
  }
}
    fragment GatewayFields on Gateway {
  id
  name
  subdomain
  publicUrl
  tunnelBinding
  createdAt
  deletedAt
}`) as unknown as TypedDocumentString<GatewaysQuery, GatewaysQueryVariables>
export const CreateGatewayDocument = new TypedDocumentString(`
    mutation CreateGateway($input: CreateGatewayInput!) {
  createGateway(input: $input) {
    gateway {
      ...GatewayFields
    }
  }
}
    fragment GatewayFields on Gateway {
  id
  name
  subdomain
  publicUrl
  tunnelBinding
  createdAt
  deletedAt
}`) as unknown as TypedDocumentString<CreateGatewayMutation, CreateGatewayMutationVariables>
export const DeleteGatewayDocument = new TypedDocumentString(`
    mutation DeleteGateway($input: DeleteGatewayInput!) {
  deleteGateway(input: $input) {
    gateway {
      ...GatewayFields
    }
  }
}
    fragment GatewayFields on Gateway {
  id
  name
  subdomain
  publicUrl
  tunnelBinding
  createdAt
  deletedAt
}`) as unknown as TypedDocumentString<DeleteGatewayMutation, DeleteGatewayMutationVariables>
export const GatewayChangedDocument = new TypedDocumentString(`
    subscription GatewayChanged($accountId: ID!) {
  gatewayChanged(accountId: $accountId) {
    ...GatewayFields
  }
}
    fragment GatewayFields on Gateway {
  id
  name
  subdomain
  publicUrl
  tunnelBinding
  createdAt
  deletedAt
}`) as unknown as TypedDocumentString<GatewayChangedSubscription, GatewayChangedSubscriptionVariables>
