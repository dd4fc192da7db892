/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type Traffic_TotalFragment = {
  date: string
  apiRequests: number
  failedRequests: number
  dataInBytes: number
  dataOutBytes: number
}

export type Traffic_MetricFragment = {
  date: string
  apiRequests: number
  failedRequests: number
  dataInBytes: number
  dataOutBytes: number
  gateway: { id: string; name: string; subdomain: string; deletedAt: string | null } | null
}

export const Traffic_TotalFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Traffic_Total' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UsageTotal' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'date' } },
          { kind: 'Field', name: { kind: 'Name', value: 'apiRequests' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failedRequests' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dataInBytes' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dataOutBytes' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<Traffic_TotalFragment, unknown>
export const Traffic_MetricFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Traffic_Metric' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'UsageMetric' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'date' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'gateway' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'subdomain' } },
                { kind: 'Field', name: { kind: 'Name', value: 'deletedAt' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'apiRequests' } },
          { kind: 'Field', name: { kind: 'Name', value: 'failedRequests' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dataInBytes' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dataOutBytes' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<Traffic_MetricFragment, unknown>
