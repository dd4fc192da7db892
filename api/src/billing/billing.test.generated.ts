/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type PlansQueryVariables = Exact<{ [key: string]: never }>

export type PlansQuery = {
  plans: Array<{
    id: string
    name: string
    type: Types.PlanType
    isFree: boolean
    priceMonthly: number | null
    maxSubpoints: number
    maxDomains: number
    maxTeamMembers: number
    maxConcurrentAgents: number
    maxApiRequests: number
    maxDataOutGb: number
    maxAgentHoursMonthly: number
    maxIpRestrictions: number
    allowsNamespaceChange: boolean
  }>
}

export type InvoiceFieldsFragment = {
  id: string
  description: string
  amount: number
  periodStart: string
  periodEnd: string
  dueDate: string
  status: Types.InvoiceStatus
  createdAt: string
  viewerCanMarkPaid: boolean
  plan: { name: string; type: Types.PlanType }
  overage: { dataOutBytes: number; amount: number } | null
}

export type BillingQueryVariables = Exact<{
  accountId: string
}>

export type BillingQuery = {
  account: {
    viewerCanChangePlan: boolean
    viewerCanSeeInvoices: boolean
    plan: { name: string; isActive: boolean; isProviderBacked: boolean }
    invoices: Array<{
      id: string
      description: string
      amount: number
      periodStart: string
      periodEnd: string
      dueDate: string
      status: Types.InvoiceStatus
      createdAt: string
      viewerCanMarkPaid: boolean
      plan: { name: string; type: Types.PlanType }
      overage: { dataOutBytes: number; amount: number } | null
    }>
    subscription: {
      subscriptionStatus: Types.SubscriptionStatus
      priceId: string
      currentPeriodEnd: number
      cancelAtPeriodEnd: boolean
      paymentMethodBrand: string | null
      paymentMethodLast4: string | null
      plan: { name: string } | null
    } | null
  }
}

export type PlanInForceQueryVariables = Exact<{
  accountId: string
}>

export type PlanInForceQuery = {
  account: { viewerCanChangePlan: boolean; viewerCanSeeInvoices: boolean; plan: { name: string } }
}

export type ChangePlanMutationVariables = Exact<{
  input: Types.ChangePlanInput
}>

export type ChangePlanMutation = {
  changePlan: {
    outcome: Types.PlanChangeOutcome
    message: string
    checkoutUrl: string | null
    account: { plan: { name: string } }
    invoice: {
      id: string
      description: string
      amount: number
      periodStart: string
      periodEnd: string
      dueDate: string
      status: Types.InvoiceStatus
      createdAt: string
      viewerCanMarkPaid: boolean
      plan: { name: string; type: Types.PlanType }
      overage: { dataOutBytes: number; amount: number } | null
    } | null
  }
}

export type MarkInvoicePaidMutationVariables = Exact<{
  input: Types.MarkInvoicePaidInput
}>

export type MarkInvoicePaidMutation = {
  markInvoicePaid: {
    invoice: {
      id: string
      description: string
      amount: number
      periodStart: string
      periodEnd: string
      dueDate: string
      status: Types.InvoiceStatus
      createdAt: string
      viewerCanMarkPaid: boolean
      plan: { name: string; type: Types.PlanType }
      overage: { dataOutBytes: number; amount: number } | null
    }
  }
}

export type OpenBillingPortalMutationVariables = Exact<{
  input: Types.OpenBillingPortalInput
}>

export type OpenBillingPortalMutation = { openBillingPortal: { url: string } }

export type BillingChangedSubscriptionVariables = Exact<{
  accountId: string
}>

export type BillingChangedSubscription = { accountChanged: { plan: { name: string } } }

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
export const InvoiceFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment InvoiceFields on Invoice {
  id
  description
  plan {
    name
    type
  }
  amount
  overage {
    dataOutBytes
    amount
  }
  periodStart
  periodEnd
  dueDate
  status
  createdAt
  viewerCanMarkPaid
}
    `,
  { fragmentName: 'InvoiceFields' },
) as unknown as TypedDocumentString<InvoiceFieldsFragment, unknown>
export const PlansDocument = new TypedDocumentString(`
    query Plans {
  plans {
    id
    name
    type
    isFree
    priceMonthly
    maxSubpoints
    maxDomains
    maxTeamMembers
    maxConcurrentAgents
    maxApiRequests
    maxDataOutGb
    maxAgentHoursMonthly
    maxIpRestrictions
    allowsNamespaceChange
  }
}
    `) as unknown as TypedDocumentString<PlansQuery, PlansQueryVariables>
export const BillingDocument = new TypedDocumentString(`
    query Billing($accountId: ID!) {
  account(id: $accountId) {
    viewerCanChangePlan
    viewerCanSeeInvoices
    plan {
      name
      isActive
      isProviderBacked
    }
    invoices {
      ...InvoiceFields
    }
    subscription {
      subscriptionStatus
      priceId
      plan {
        name
      }
      currentPeriodEnd
      cancelAtPeriodEnd
      paymentMethodBrand
      paymentMethodLast4
    }
  }
}
    fragment InvoiceFields on Invoice {
  id
  description
  plan {
    name
    type
  }
  amount
  overage {
    dataOutBytes
    amount
  }
  periodStart
  periodEnd
  dueDate
  status
  createdAt
  viewerCanMarkPaid
}`) as unknown as TypedDocumentString<BillingQuery, BillingQueryVariables>
export const PlanInForceDocument = new TypedDocumentString(`
    query PlanInForce($accountId: ID!) {
  account(id: $accountId) {
    plan {
      name
    }
    viewerCanChangePlan
    viewerCanSeeInvoices
  }
}
    `) as unknown as TypedDocumentString<PlanInForceQuery, PlanInForceQueryVariables>
export const ChangePlanDocument = new TypedDocumentString(`
    mutation ChangePlan($input: ChangePlanInput!) {
  changePlan(input: $input) {
    account {
      plan {
        name
      }
    }
    outcome
    message
    invoice {
      ...InvoiceFields
    }
    checkoutUrl
  }
}
    fragment InvoiceFields on Invoice {
  id
  description
  plan {
    name
    type
  }
  amount
  overage {
    dataOutBytes
    amount
  }
  periodStart
  periodEnd
  dueDate
  status
  createdAt
  viewerCanMarkPaid
}`) as unknown as TypedDocumentString<ChangePlanMutation, ChangePlanMutationVariables>
export const MarkInvoicePaidDocument = new TypedDocumentString(`
    mutation MarkInvoicePaid($input: MarkInvoicePaidInput!) {
  markInvoicePaid(input: $input) {
    invoice {
      ...InvoiceFields
    }
  }
}
    fragment InvoiceFields on Invoice {
  id
  description
  plan {
    name
    type
  }
  amount
  overage {
    dataOutBytes
    amount
  }
  periodStart
  periodEnd
  dueDate
  status
  createdAt
  viewerCanMarkPaid
}`) as unknown as TypedDocumentString<MarkInvoicePaidMutation, MarkInvoicePaidMutationVariables>
export const OpenBillingPortalDocument = new TypedDocumentString(`
    mutation OpenBillingPortal($input: OpenBillingPortalInput!) {
  openBillingPortal(input: $input) {
    url
  }
}
    `) as unknown as TypedDocumentString<OpenBillingPortalMutation, OpenBillingPortalMutationVariables>
export const BillingChangedDocument = new TypedDocumentString(`
    subscription BillingChanged($accountId: ID!) {
  accountChanged(accountId: $accountId) {
    plan {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<BillingChangedSubscription, BillingChangedSubscriptionVariables>
