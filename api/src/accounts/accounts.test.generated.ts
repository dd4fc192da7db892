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
    namespaceChangesCount: number
    createdAt: string
    viewerRole: Types.Role
    viewerCanUpdate: boolean
    viewerCanChangeNamespace: boolean
    viewerCanDelete: boolean
    viewerCanManageGateways: boolean
    viewerCanStopAgents: boolean
    plan: { name: string; type: Types.PlanType }
  }
}

export type CreateAccountMutationVariables = Exact<{
  input: Types.CreateAccountInput
}>

export type CreateAccountMutation = {
  createAccount: {
    membership: {
      id: string
      role: Types.Role
      account: { id: string; name: string; namespace: string; viewerRole: Types.Role; plan: { name: string } }
    }
  }
}

export type UpdateAccountMutationVariables = Exact<{
  input: Types.UpdateAccountInput
}>

export type UpdateAccountMutation = {
  updateAccount: { account: { id: string; name: string; namespace: string; namespaceChangesCount: number } }
}

export type ExportAccountMutationVariables = Exact<{
  input: Types.ExportAccountInput
}>

export type ExportAccountMutation = { exportAccount: { fileName: string; json: string } }

export type DeleteAccountMutationVariables = Exact<{
  input: Types.DeleteAccountInput
}>

export type DeleteAccountMutation = { deleteAccount: { accountId: string } }

export type AccountChangedSubscriptionVariables = Exact<{
  accountId: string
}>

export type AccountChangedSubscription = {
  accountChanged: {
    id: string
    name: string
    members: Array<{ role: Types.Role }>
    usage: { subpoints: number; activeAgents: number; apiRequests: number }
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

export const AccountDocument = new TypedDocumentString(`
    query Account($id: ID!) {
  account(id: $id) {
    id
    name
    namespace
    namespaceChangesCount
    createdAt
    viewerRole
    viewerCanUpdate
    viewerCanChangeNamespace
    viewerCanDelete
    viewerCanManageGateways
    viewerCanStopAgents
    plan {
      name
      type
    }
  }
}
    `) as unknown as TypedDocumentString<AccountQuery, AccountQueryVariables>
export const CreateAccountDocument = new TypedDocumentString(`
    mutation CreateAccount($input: CreateAccountInput!) {
  createAccount(input: $input) {
    membership {
      id
      role
      account {
        id
        name
        namespace
        viewerRole
        plan {
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CreateAccountMutation, CreateAccountMutationVariables>
export const UpdateAccountDocument = new TypedDocumentString(`
    mutation UpdateAccount($input: UpdateAccountInput!) {
  updateAccount(input: $input) {
    account {
      id
      name
      namespace
      namespaceChangesCount
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateAccountMutation, UpdateAccountMutationVariables>
export const ExportAccountDocument = new TypedDocumentString(`
    mutation ExportAccount($input: ExportAccountInput!) {
  exportAccount(input: $input) {
    fileName
    json
  }
}
    `) as unknown as TypedDocumentString<ExportAccountMutation, ExportAccountMutationVariables>
export const DeleteAccountDocument = new TypedDocumentString(`
    mutation DeleteAccount($input: DeleteAccountInput!) {
  deleteAccount(input: $input) {
    accountId
  }
}
    `) as unknown as TypedDocumentString<DeleteAccountMutation, DeleteAccountMutationVariables>
export const AccountChangedDocument = new TypedDocumentString(`
    subscription AccountChanged($accountId: ID!) {
  accountChanged(accountId: $accountId) {
    id
    name
    members {
      role
    }
    usage {
      subpoints
      activeAgents
      apiRequests
    }
  }
}
    `) as unknown as TypedDocumentString<AccountChangedSubscription, AccountChangedSubscriptionVariables>
