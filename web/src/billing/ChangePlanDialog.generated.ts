/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type ChangePlanDialog_QueryQueryVariables = Exact<{
  accountId: string
}>

export type ChangePlanDialog_QueryQuery = {
  account: {
    id: string
    usage: {
      subpoints: number
      domains: number
      activeAgents: number
      apiRequests: number
      dataOutBytes: number
      agentMinutes: number
    }
    members: Array<{ id: string }>
    invites: Array<{ id: string }>
    ipRestrictions: Array<{ id: string }>
  }
}

export type ChangePlanDialog_ChangePlanMutationVariables = Exact<{
  input: Types.ChangePlanInput
}>

export type ChangePlanDialog_ChangePlanMutation = {
  changePlan: {
    outcome: Types.PlanChangeOutcome
    message: string
    checkoutUrl: string | null
    account: {
      id: string
      viewerCanSeeInvoices: boolean
      viewerCanChangePlan: boolean
      plan: {
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
        isProviderBacked: boolean
        availability: Types.PlanAvailability
      }
      usage: { subpoints: number; domains: number; apiRequests: number; dataOutBytes: number; agentMinutes: number }
      subscription: {
        subscriptionStatus: Types.SubscriptionStatus
        currentPeriodEnd: number
        cancelAtPeriodEnd: boolean
        paymentMethodBrand: string | null
        paymentMethodLast4: string | null
        plan: { id: string; name: string } | null
      } | null
      invoices: Array<{
        id: string
        description: string
        amount: number
        dueDate: string
        status: Types.InvoiceStatus
        createdAt: string
        viewerCanMarkPaid: boolean
        overage: { dataOutBytes: number; amount: number } | null
      }>
    }
  }
}

export const ChangePlanDialog_QueryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'ChangePlanDialog_Query' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'accountId' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'account' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'id' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'accountId' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'usage' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'subpoints' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'domains' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'activeAgents' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'apiRequests' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'dataOutBytes' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'agentMinutes' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'members' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'id' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'invites' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'status' },
                      value: { kind: 'ListValue', values: [{ kind: 'EnumValue', value: 'pending' }] },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'id' } }],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'ipRestrictions' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'id' } }],
                  },
                },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<ChangePlanDialog_QueryQuery, ChangePlanDialog_QueryQueryVariables>
export const ChangePlanDialog_ChangePlanDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'mutation',
      name: { kind: 'Name', value: 'ChangePlanDialog_ChangePlan' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'ChangePlanInput' } } },
        },
      ],
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'changePlan' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'input' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'input' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'outcome' } },
                { kind: 'Field', name: { kind: 'Name', value: 'message' } },
                { kind: 'Field', name: { kind: 'Name', value: 'checkoutUrl' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'account' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'FragmentSpread', name: { kind: 'Name', value: 'BillingPage_Account' } },
                      { kind: 'FragmentSpread', name: { kind: 'Name', value: 'Payments_Account' } },
                    ],
                  },
                },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Plan_Plan' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Plan' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'type' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isFree' } },
          { kind: 'Field', name: { kind: 'Name', value: 'priceMonthly' } },
          { kind: 'Field', name: { kind: 'Name', value: 'maxSubpoints' } },
          { kind: 'Field', name: { kind: 'Name', value: 'maxDomains' } },
          { kind: 'Field', name: { kind: 'Name', value: 'maxTeamMembers' } },
          { kind: 'Field', name: { kind: 'Name', value: 'maxConcurrentAgents' } },
          { kind: 'Field', name: { kind: 'Name', value: 'maxApiRequests' } },
          { kind: 'Field', name: { kind: 'Name', value: 'maxDataOutGb' } },
          { kind: 'Field', name: { kind: 'Name', value: 'maxAgentHoursMonthly' } },
          { kind: 'Field', name: { kind: 'Name', value: 'maxIpRestrictions' } },
          { kind: 'Field', name: { kind: 'Name', value: 'isProviderBacked' } },
          { kind: 'Field', name: { kind: 'Name', value: 'availability' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Payments_Subscription' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'ProviderSubscription' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'subscriptionStatus' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'plan' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'currentPeriodEnd' } },
          { kind: 'Field', name: { kind: 'Name', value: 'cancelAtPeriodEnd' } },
          { kind: 'Field', name: { kind: 'Name', value: 'paymentMethodBrand' } },
          { kind: 'Field', name: { kind: 'Name', value: 'paymentMethodLast4' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Payments_Invoice' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Invoice' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'description' } },
          { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'overage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'dataOutBytes' } },
                { kind: 'Field', name: { kind: 'Name', value: 'amount' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'dueDate' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'viewerCanMarkPaid' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'BillingPage_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'viewerCanSeeInvoices' } },
          { kind: 'Field', name: { kind: 'Name', value: 'viewerCanChangePlan' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'plan' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Plan_Plan' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'subpoints' } },
                { kind: 'Field', name: { kind: 'Name', value: 'domains' } },
                { kind: 'Field', name: { kind: 'Name', value: 'apiRequests' } },
                { kind: 'Field', name: { kind: 'Name', value: 'dataOutBytes' } },
                { kind: 'Field', name: { kind: 'Name', value: 'agentMinutes' } },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Payments_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'subscription' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Payments_Subscription' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'invoices' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Payments_Invoice' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<ChangePlanDialog_ChangePlanMutation, ChangePlanDialog_ChangePlanMutationVariables>
