/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type LiveSite_ChangedSubscriptionVariables = Exact<{ [key: string]: never }>

export type LiveSite_ChangedSubscription = {
  siteChanged: {
    brandName: string
    version: string
    serverUrl: string
    exampleUrl: string
    planChanges: Types.PlanChangeMode
    availableSubpointDomains: Array<{ domain: string; isDefault: boolean }>
    contact: { email: string | null; phone: string | null; address: string | null; chatUrl: string | null }
    sitewideAlert: {
      id: string
      title: string | null
      message: string
      type: Types.SitewideAlertType
      startDate: string | null
      endDate: string | null
      showOnPages: Array<string>
      dismissible: boolean
    } | null
  }
}

export type LiveSite_PlansQueryVariables = Exact<{
  accountId: string
}>

export type LiveSite_PlansQuery = {
  account: {
    id: string
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

export const LiveSite_ChangedDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'subscription',
      name: { kind: 'Name', value: 'LiveSite_Changed' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'siteChanged' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Site_Site' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Site_Site' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Site' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'brandName' } },
          { kind: 'Field', name: { kind: 'Name', value: 'version' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serverUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'exampleUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'planChanges' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'availableSubpointDomains' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'domain' } },
                { kind: 'Field', name: { kind: 'Name', value: 'isDefault' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'contact' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'email' } },
                { kind: 'Field', name: { kind: 'Name', value: 'phone' } },
                { kind: 'Field', name: { kind: 'Name', value: 'address' } },
                { kind: 'Field', name: { kind: 'Name', value: 'chatUrl' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'sitewideAlert' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'title' } },
                { kind: 'Field', name: { kind: 'Name', value: 'message' } },
                { kind: 'Field', name: { kind: 'Name', value: 'type' } },
                { kind: 'Field', name: { kind: 'Name', value: 'startDate' } },
                { kind: 'Field', name: { kind: 'Name', value: 'endDate' } },
                { kind: 'Field', name: { kind: 'Name', value: 'showOnPages' } },
                { kind: 'Field', name: { kind: 'Name', value: 'dismissible' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<LiveSite_ChangedSubscription, LiveSite_ChangedSubscriptionVariables>
export const LiveSite_PlansDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'LiveSite_Plans' },
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
                  name: { kind: 'Name', value: 'plan' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Plan_Plan' } }],
                  },
                },
              ],
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
  ],
} as unknown as DocumentNode<LiveSite_PlansQuery, LiveSite_PlansQueryVariables>
