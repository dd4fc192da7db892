/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type OfferedPlans_QueryQueryVariables = Exact<{ [key: string]: never }>

export type OfferedPlans_QueryQuery = {
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

export const OfferedPlans_QueryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'OfferedPlans_Query' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
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
} as unknown as DocumentNode<OfferedPlans_QueryQuery, OfferedPlans_QueryQueryVariables>
