/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type LiveAccount_GatewayChangedSubscriptionVariables = Exact<{
  accountId: string
}>

export type LiveAccount_GatewayChangedSubscription = {
  gatewayChanged: {
    deletedAt: string | null
    id: string
    name: string
    subdomain: string
    publicUrl: string
    tunnelBinding: string | null
    createdAt: string
  }
}

export type LiveAccount_DomainChangedSubscriptionVariables = Exact<{
  accountId: string
}>

export type LiveAccount_DomainChangedSubscription = {
  domainChanged: {
    deletedAt: string | null
    id: string
    domain: string
    status: Types.DomainStatus
    verifying: boolean
    lastCheckMessage: string | null
    lastCheckedAt: string | null
    createdAt: string
    dnsRecords: Array<{ type: Types.DnsRecordType; name: string; value: string }>
  }
}

export type LiveAccount_AccountChangedSubscriptionVariables = Exact<{
  accountId: string
}>

export type LiveAccount_AccountChangedSubscription = {
  accountChanged: {
    viewerCanManageGateways: boolean
    viewerCanManageDomains: boolean
    id: string
    name: string
    namespace: string
    viewerCanManageApiKeys: boolean
    viewerCanSeeAuditLog: boolean
    viewerCanSeeInvoices: boolean
    plan: { id: string; maxSubpoints: number; maxDomains: number; maxConcurrentAgents: number; name: string }
  }
}

export const LiveAccount_GatewayChangedDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'subscription',
      name: { kind: 'Name', value: 'LiveAccount_GatewayChanged' },
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
            name: { kind: 'Name', value: 'gatewayChanged' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'accountId' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'accountId' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'FragmentSpread', name: { kind: 'Name', value: 'GatewayTable_Gateway' } },
                { kind: 'Field', name: { kind: 'Name', value: 'deletedAt' } },
              ],
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
  ],
} as unknown as DocumentNode<LiveAccount_GatewayChangedSubscription, LiveAccount_GatewayChangedSubscriptionVariables>
export const LiveAccount_DomainChangedDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'subscription',
      name: { kind: 'Name', value: 'LiveAccount_DomainChanged' },
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
            name: { kind: 'Name', value: 'domainChanged' },
            arguments: [
              {
                kind: 'Argument',
                name: { kind: 'Name', value: 'accountId' },
                value: { kind: 'Variable', name: { kind: 'Name', value: 'accountId' } },
              },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'FragmentSpread', name: { kind: 'Name', value: 'Domain_Domain' } },
                { kind: 'Field', name: { kind: 'Name', value: 'deletedAt' } },
              ],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Domain_Domain' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Domain' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'domain' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'verifying' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'dnsRecords' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'type' } },
                { kind: 'Field', name: { kind: 'Name', value: 'name' } },
                { kind: 'Field', name: { kind: 'Name', value: 'value' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'lastCheckMessage' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastCheckedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<LiveAccount_DomainChangedSubscription, LiveAccount_DomainChangedSubscriptionVariables>
export const LiveAccount_AccountChangedDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'subscription',
      name: { kind: 'Name', value: 'LiveAccount_AccountChanged' },
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
              selections: [
                { kind: 'FragmentSpread', name: { kind: 'Name', value: 'ActiveAccount_Account' } },
                { kind: 'Field', name: { kind: 'Name', value: 'viewerCanManageGateways' } },
                { kind: 'Field', name: { kind: 'Name', value: 'viewerCanManageDomains' } },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'plan' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'maxSubpoints' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'maxDomains' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'maxConcurrentAgents' } },
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
      name: { kind: 'Name', value: 'ActiveAccount_Account' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Account' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'namespace' } },
          { kind: 'Field', name: { kind: 'Name', value: 'viewerCanManageApiKeys' } },
          { kind: 'Field', name: { kind: 'Name', value: 'viewerCanSeeAuditLog' } },
          { kind: 'Field', name: { kind: 'Name', value: 'viewerCanSeeInvoices' } },
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
        ],
      },
    },
  ],
} as unknown as DocumentNode<LiveAccount_AccountChangedSubscription, LiveAccount_AccountChangedSubscriptionVariables>
