/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type AddDomainMutationVariables = Exact<{
  input: Types.AddDomainInput
}>

export type AddDomainMutation = { addDomain: { domain: { id: string; domain: string; verificationToken: string } } }

export type VerifyDomainMutationVariables = Exact<{
  input: Types.VerifyDomainInput
}>

export type VerifyDomainMutation = { verifyDomain: { domain: { id: string } } }

export type SetSingleSignOnMutationVariables = Exact<{
  input: Types.SetSingleSignOnInput
}>

export type SetSingleSignOnMutation = { setSingleSignOn: { domain: { id: string } } }

export type DomainStatesQueryVariables = Exact<{
  accountId: string
}>

export type DomainStatesQuery = { account: { domains: Array<{ domain: string; status: Types.DomainStatus }> } }

export type CreateApiKeyMutationVariables = Exact<{
  input: Types.CreateApiKeyInput
}>

export type CreateApiKeyMutation = { createApiKey: { secret: string } }

export type CreateWebhookMutationVariables = Exact<{
  input: Types.CreateWebhookInput
}>

export type CreateWebhookMutation = { createWebhook: { webhook: { id: string } } }

export type TestWebhookMutationVariables = Exact<{
  input: Types.TestWebhookInput
}>

export type TestWebhookMutation = { testWebhook: { delivery: { id: string } } }

export type WebhookStatesQueryVariables = Exact<{
  accountId: string
}>

export type WebhookStatesQuery = { account: { webhooks: Array<{ lastDelivery: { attempts: number } | null }> } }

export type PlansQueryVariables = Exact<{ [key: string]: never }>

export type PlansQuery = { plans: Array<{ id: string; name: string }> }

export type ChangePlanMutationVariables = Exact<{
  input: Types.ChangePlanInput
}>

export type ChangePlanMutation = { changePlan: { invoice: { id: string } | null } }

export type MarkInvoicePaidMutationVariables = Exact<{
  input: Types.MarkInvoicePaidInput
}>

export type MarkInvoicePaidMutation = { markInvoicePaid: { invoice: { id: string } } }

export type ReportUsageMutationVariables = Exact<{
  input: Types.ReportUsageInput
}>

export type ReportUsageMutation = { reportUsage: { counted: boolean } }

export type CreateMachineTokenMutationVariables = Exact<{
  input: Types.CreateMachineTokenInput
}>

export type CreateMachineTokenMutation = { createMachineToken: { machineToken: { id: string } } }

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

export const AddDomainDocument = new TypedDocumentString(`
    mutation AddDomain($input: AddDomainInput!) {
  addDomain(input: $input) {
    domain {
      id
      domain
      verificationToken
    }
  }
}
    `) as unknown as TypedDocumentString<AddDomainMutation, AddDomainMutationVariables>
export const VerifyDomainDocument = new TypedDocumentString(`
    mutation VerifyDomain($input: VerifyDomainInput!) {
  verifyDomain(input: $input) {
    domain {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<VerifyDomainMutation, VerifyDomainMutationVariables>
export const SetSingleSignOnDocument = new TypedDocumentString(`
    mutation SetSingleSignOn($input: SetSingleSignOnInput!) {
  setSingleSignOn(input: $input) {
    domain {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SetSingleSignOnMutation, SetSingleSignOnMutationVariables>
export const DomainStatesDocument = new TypedDocumentString(`
    query DomainStates($accountId: ID!) {
  account(id: $accountId) {
    domains {
      domain
      status
    }
  }
}
    `) as unknown as TypedDocumentString<DomainStatesQuery, DomainStatesQueryVariables>
export const CreateApiKeyDocument = new TypedDocumentString(`
    mutation CreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    secret
  }
}
    `) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>
export const CreateWebhookDocument = new TypedDocumentString(`
    mutation CreateWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    webhook {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CreateWebhookMutation, CreateWebhookMutationVariables>
export const TestWebhookDocument = new TypedDocumentString(`
    mutation TestWebhook($input: TestWebhookInput!) {
  testWebhook(input: $input) {
    delivery {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<TestWebhookMutation, TestWebhookMutationVariables>
export const WebhookStatesDocument = new TypedDocumentString(`
    query WebhookStates($accountId: ID!) {
  account(id: $accountId) {
    webhooks {
      lastDelivery {
        attempts
      }
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookStatesQuery, WebhookStatesQueryVariables>
export const PlansDocument = new TypedDocumentString(`
    query Plans {
  plans {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<PlansQuery, PlansQueryVariables>
export const ChangePlanDocument = new TypedDocumentString(`
    mutation ChangePlan($input: ChangePlanInput!) {
  changePlan(input: $input) {
    invoice {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ChangePlanMutation, ChangePlanMutationVariables>
export const MarkInvoicePaidDocument = new TypedDocumentString(`
    mutation MarkInvoicePaid($input: MarkInvoicePaidInput!) {
  markInvoicePaid(input: $input) {
    invoice {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<MarkInvoicePaidMutation, MarkInvoicePaidMutationVariables>
export const ReportUsageDocument = new TypedDocumentString(`
    mutation ReportUsage($input: ReportUsageInput!) {
  reportUsage(input: $input) {
    counted
  }
}
    `) as unknown as TypedDocumentString<ReportUsageMutation, ReportUsageMutationVariables>
export const CreateMachineTokenDocument = new TypedDocumentString(`
    mutation CreateMachineToken($input: CreateMachineTokenInput!) {
  createMachineToken(input: $input) {
    machineToken {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CreateMachineTokenMutation, CreateMachineTokenMutationVariables>
