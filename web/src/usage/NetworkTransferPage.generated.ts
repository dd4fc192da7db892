/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type NetworkTransferPage_AccountFragment = {
  id: string
  usageTotals: Array<{
    date: string
    apiRequests: number
    failedRequests: number
    dataInBytes: number
    dataOutBytes: number
  }>
  usageMetrics: Array<{
    date: string
    apiRequests: number
    failedRequests: number
    dataInBytes: number
    dataOutBytes: number
    gateway: { id: string; name: string; subdomain: string; deletedAt: string | null } | null
  }>
  plan: { id: string; name: string; maxDataOutGb: number }
  usage: { dataOutBytes: number; overage: { dataOutBytes: number; amount: number } | null }
}

export type NetworkTransferPage_QueryQueryVariables = Exact<{
  accountId: string
  from: string
  to: string
}>

export type NetworkTransferPage_QueryQuery = {
  account: {
    id: string
    usageTotals: Array<{
      date: string
      apiRequests: number
      failedRequests: number
      dataInBytes: number
      dataOutBytes: number
    }>
    usageMetrics: Array<{
      date: string
      apiRequests: number
      failedRequests: number
      dataInBytes: number
      dataOutBytes: number
      gateway: { id: string; name: string; subdomain: string; deletedAt: string | null } | null
    }>
    plan: { id: string; name: string; maxDataOutGb: number }
    usage: { dataOutBytes: number; overage: { dataOutBytes: number; amount: number } | null }
  }
}

export type NetworkTransferPage_AccountChangedSubscriptionVariables = Exact<{
  accountId: string
  from: string
  to: string
}>

export type NetworkTransferPage_AccountChangedSubscription = {
  accountChanged: {
    id: string
    usageTotals: Array<{
      date: string
      apiRequests: number
      failedRequests: number
      dataInBytes: number
      dataOutBytes: number
    }>
    usageMetrics: Array<{
      date: string
      apiRequests: number
      failedRequests: number
      dataInBytes: number
      dataOutBytes: number
      gateway: { id: string; name: string; subdomain: string; deletedAt: string | null } | null
    }>
    plan: { id: string; name: string; maxDataOutGb: number }
    usage: { dataOutBytes: number; overage: { dataOutBytes: number; amount: number } | null }
  }
}

export const NetworkTransferPage_AccountFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'NetworkTransferPage_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'FragmentSpread', name: { kind: 'Name', value: 'TransferBilling_Account' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usageTotals' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'from' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'from' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'to' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'to' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Traffic_Total' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usageMetrics' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'from' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'from' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'to' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'to' } },
              },
              { kind: 'Argument', name: { kind: 'Name', value: 'step' }, value: { kind: 'EnumValue', value: 'MONTH' } },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Traffic_Metric' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'TransferBilling_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'plan' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'maxDataOutGb' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'dataOutBytes' } },
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
              ],
            },
          },
        ],
      },
    },
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
} as unknown as DocumentNode<NetworkTransferPage_AccountFragment, unknown>
export const NetworkTransferPage_QueryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'NetworkTransferPage_Query' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'accountId' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'from' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Date' } } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'to' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Date' } } },
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
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'NetworkTransferPage_Account' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'TransferBilling_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'plan' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'maxDataOutGb' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'dataOutBytes' } },
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
              ],
            },
          },
        ],
      },
    },
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
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'NetworkTransferPage_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'FragmentSpread', name: { kind: 'Name', value: 'TransferBilling_Account' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usageTotals' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'from' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'from' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'to' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'to' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Traffic_Total' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usageMetrics' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'from' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'from' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'to' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'to' } },
              },
              { kind: 'Argument', name: { kind: 'Name', value: 'step' }, value: { kind: 'EnumValue', value: 'MONTH' } },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Traffic_Metric' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<NetworkTransferPage_QueryQuery, NetworkTransferPage_QueryQueryVariables>
export const NetworkTransferPage_AccountChangedDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'subscription',
      name: { kind: 'Name', value: 'NetworkTransferPage_AccountChanged' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'accountId' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'from' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Date' } } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'to' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Date' } } },
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
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'NetworkTransferPage_Account' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'TransferBilling_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'plan' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'maxDataOutGb' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usage' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'dataOutBytes' } },
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
              ],
            },
          },
        ],
      },
    },
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
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'NetworkTransferPage_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'FragmentSpread', name: { kind: 'Name', value: 'TransferBilling_Account' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usageTotals' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'from' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'from' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'to' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'to' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Traffic_Total' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'usageMetrics' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'from' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'from' } },
              },
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'to' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'to' } },
              },
              { kind: 'Argument', name: { kind: 'Name', value: 'step' }, value: { kind: 'EnumValue', value: 'MONTH' } },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Traffic_Metric' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<
  NetworkTransferPage_AccountChangedSubscription,
  NetworkTransferPage_AccountChangedSubscriptionVariables
>
