/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type AccountQueryVariables = Exact<{
  id: string
}>

export type AccountQuery = {
  account: {
    id: string
    name: string
    namespace: string
    createdAt: string
    viewerRole: Types.Role
    viewerCanManageGateways: boolean
    viewerCanStopAgents: boolean
    plan: { name: string; type: Types.PlanType }
  }
}

export type AccountChangedSubscriptionVariables = Exact<{
  accountId: string
}>

export type AccountChangedSubscription = {
  accountChanged: { id: string; usage: { subpoints: number; activeAgents: number; apiRequests: number } }
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

export const AccountDocument = new TypedDocumentString(`
    query Account($id: ID!) {
  account(id: $id) {
    id
    name
    namespace
    createdAt
    viewerRole
    viewerCanManageGateways
    viewerCanStopAgents
    plan {
      name
      type
    }
  }
}
    `) as unknown as TypedDocumentString<AccountQuery, AccountQueryVariables>
export const AccountChangedDocument = new TypedDocumentString(`
    subscription AccountChanged($accountId: ID!) {
  accountChanged(accountId: $accountId) {
    id
    usage {
      subpoints
      activeAgents
      apiRequests
    }
  }
}
    `) as unknown as TypedDocumentString<AccountChangedSubscription, AccountChangedSubscriptionVariables>
