/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type BillingPage_AccountFragment = {
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
}

export type BillingPage_QueryQueryVariables = Exact<{
  accountId: string
}>

export type BillingPage_QueryQuery = {
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
  }
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
    isProviderBacked: boolean
    availability: Types.PlanAvailability
  }>
}

export type BillingPage_AccountChangedSubscriptionVariables = Exact<{
  accountId: string
}>

export type BillingPage_AccountChangedSubscription = {
  accountChanged: {
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
  }
}

export const BillingPage_AccountFragmentDoc = {
  kind: 'Document',
  definitions: [
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
  ],
} as unknown as DocumentNode<BillingPage_AccountFragment, unknown>
export const BillingPage_QueryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'BillingPage_Query' },
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
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'BillingPage_Account' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'plans' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Plan_Plan' } }],
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
  ],
} as unknown as DocumentNode<BillingPage_QueryQuery, BillingPage_QueryQueryVariables>
export const BillingPage_AccountChangedDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'subscription',
      name: { kind: 'Name', value: 'BillingPage_AccountChanged' },
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
            name: { kind: 'Name', value: 'accountChanged' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'accountId' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'accountId' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'BillingPage_Account' } }],
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
  ],
} as unknown as DocumentNode<BillingPage_AccountChangedSubscription, BillingPage_AccountChangedSubscriptionVariables>
