/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type GatewayMetricsPage_AccountFragment = {
  id: string
  gateways: Array<{
    id: string
    name: string
    subdomain: string
    publicUrl: string
    tunnelBinding: string | null
    createdAt: string
  }>
  gatewaySessions: Array<{ sessionCount: number; runSeconds: number; gateway: { id: string } | null }>
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
}

export type GatewayMetricsPage_QueryQueryVariables = Exact<{
  accountId: string
  from: string
  to: string
}>

export type GatewayMetricsPage_QueryQuery = {
  account: {
    id: string
    gateways: Array<{
      id: string
      name: string
      subdomain: string
      publicUrl: string
      tunnelBinding: string | null
      createdAt: string
    }>
    gatewaySessions: Array<{ sessionCount: number; runSeconds: number; gateway: { id: string } | null }>
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
  }
}

export type GatewayMetricsPage_AccountChangedSubscriptionVariables = Exact<{
  accountId: string
  from: string
  to: string
}>

export type GatewayMetricsPage_AccountChangedSubscription = {
  accountChanged: {
    id: string
    gateways: Array<{
      id: string
      name: string
      subdomain: string
      publicUrl: string
      tunnelBinding: string | null
      createdAt: string
    }>
    gatewaySessions: Array<{ sessionCount: number; runSeconds: number; gateway: { id: string } | null }>
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
  }
}

export const GatewayMetricsPage_AccountFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'GatewayMetricsPage_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'gateways' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'GatewayTable_Gateway' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'gatewaySessions' },
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
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'gateway' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'id' } }],
                  },
                },
                { kind: 'Field', name: { kind: 'Name', value: 'sessionCount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'runSeconds' } },
              ],
            },
          },
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
      name: { kind: 'Name', value: 'GatewayTable_Gateway' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Gateway' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'subdomain' } },
          { kind: 'Field', name: { kind: 'Name', value: 'publicUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'tunnelBinding' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
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
} as unknown as DocumentNode<GatewayMetricsPage_AccountFragment, unknown>
export const GatewayMetricsPage_QueryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'GatewayMetricsPage_Query' },
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
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'GatewayMetricsPage_Account' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'GatewayTable_Gateway' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Gateway' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'subdomain' } },
          { kind: 'Field', name: { kind: 'Name', value: 'publicUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'tunnelBinding' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
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
      name: { kind: 'Name', value: 'GatewayMetricsPage_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'gateways' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'GatewayTable_Gateway' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'gatewaySessions' },
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
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'gateway' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'id' } }],
                  },
                },
                { kind: 'Field', name: { kind: 'Name', value: 'sessionCount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'runSeconds' } },
              ],
            },
          },
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
} as unknown as DocumentNode<GatewayMetricsPage_QueryQuery, GatewayMetricsPage_QueryQueryVariables>
export const GatewayMetricsPage_AccountChangedDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'subscription',
      name: { kind: 'Name', value: 'GatewayMetricsPage_AccountChanged' },
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
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'GatewayMetricsPage_Account' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'GatewayTable_Gateway' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Gateway' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'subdomain' } },
          { kind: 'Field', name: { kind: 'Name', value: 'publicUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'tunnelBinding' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
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
      name: { kind: 'Name', value: 'GatewayMetricsPage_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'gateways' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'GatewayTable_Gateway' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'gatewaySessions' },
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
              selections: [
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'gateway' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'id' } }],
                  },
                },
                { kind: 'Field', name: { kind: 'Name', value: 'sessionCount' } },
                { kind: 'Field', name: { kind: 'Name', value: 'runSeconds' } },
              ],
            },
          },
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
  GatewayMetricsPage_AccountChangedSubscription,
  GatewayMetricsPage_AccountChangedSubscriptionVariables
>
