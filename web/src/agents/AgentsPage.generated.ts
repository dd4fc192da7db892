/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type AgentsPage_QueryQueryVariables = Exact<{
  accountId: string
  page: number
}>

export type AgentsPage_QueryQuery = {
  account: {
    id: string
    plan: { id: string; maxConcurrentAgents: number }
    authToken: { id: string } | null
    active: {
      totalCount: number
      nodes: Array<{
        id: string
        name: string | null
        status: Types.AgentStatus
        connected: boolean
        health: Types.AgentHealth
        roundTripMs: number | null
        assignedDomain: string
        publicUrl: string
        forwardingTo: string
        startedAt: string
        stoppedAt: string | null
        requestCount: number
        dataIn: number
        dataOut: number
        viewerCanStop: boolean
        lastFailure: {
          requestId: string
          code: string
          cause: string
          fix: string
          detail: string | null
          occurredAt: string
        } | null
        startedBy: { id: string; email: string | null; fullName: string } | null
      }>
    }
    recent: {
      totalCount: number
      page: number
      pageCount: number
      nodes: Array<{
        id: string
        name: string | null
        status: Types.AgentStatus
        connected: boolean
        health: Types.AgentHealth
        roundTripMs: number | null
        assignedDomain: string
        publicUrl: string
        forwardingTo: string
        startedAt: string
        stoppedAt: string | null
        requestCount: number
        dataIn: number
        dataOut: number
        viewerCanStop: boolean
        lastFailure: {
          requestId: string
          code: string
          cause: string
          fix: string
          detail: string | null
          occurredAt: string
        } | null
        startedBy: { id: string; email: string | null; fullName: string } | null
      }>
    }
  }
}

export const AgentsPage_QueryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'AgentsPage_Query' },
      variableDefinitions: [
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'accountId' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'ID' } } },
        },
        {
          kind: 'VariableDefinition',
          variable: { kind: 'Variable', name: { kind: 'Name', value: 'page' } },
          type: { kind: 'NonNullType', type: { kind: 'NamedType', name: { kind: 'Name', value: 'Int' } } },
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
                    selections: [
                      { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'maxConcurrentAgents' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  name: { kind: 'Name', value: 'authToken' },
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [{ kind: 'Field', name: { kind: 'Name', value: 'id' } }],
                  },
                },
                {
                  kind: 'Field',
                  alias: { kind: 'Name', value: 'active' },
                  name: { kind: 'Name', value: 'agents' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'status' },
                      value: { kind: 'ListValue', values: [{ kind: 'EnumValue', value: 'active' }] },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'pageSize' },
                      value: { kind: 'IntValue', value: '1000' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'nodes' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'AgentFields_Agent' } }],
                        },
                      },
                      { kind: 'Field', name: { kind: 'Name', value: 'totalCount' } },
                    ],
                  },
                },
                {
                  kind: 'Field',
                  alias: { kind: 'Name', value: 'recent' },
                  name: { kind: 'Name', value: 'agents' },
                  arguments: [
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'status' },
                      value: {
                        kind: 'ListValue',
                        values: [
                          { kind: 'EnumValue', value: 'inactive' },
                          { kind: 'EnumValue', value: 'error' },
                        ],
                      },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'page' },
                      value: { kind: 'Variable', name: { kind: 'Name', value: 'page' } },
                    },
                    {
                      kind: 'Argument',
                      name: { kind: 'Name', value: 'pageSize' },
                      value: { kind: 'IntValue', value: '10' },
                    },
                  ],
                  selectionSet: {
                    kind: 'SelectionSet',
                    selections: [
                      {
                        kind: 'Field',
                        name: { kind: 'Name', value: 'nodes' },
                        selectionSet: {
                          kind: 'SelectionSet',
                          selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'AgentFields_Agent' } }],
                        },
                      },
                      { kind: 'Field', name: { kind: 'Name', value: 'totalCount' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'page' } },
                      { kind: 'Field', name: { kind: 'Name', value: 'pageCount' } },
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
      name: { kind: 'Name', value: 'TunnelFailure_Failure' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'TunnelFailure' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'requestId' } },
          { kind: 'Field', name: { kind: 'Name', value: 'code' } },
          { kind: 'Field', name: { kind: 'Name', value: 'cause' } },
          { kind: 'Field', name: { kind: 'Name', value: 'fix' } },
          { kind: 'Field', name: { kind: 'Name', value: 'detail' } },
          { kind: 'Field', name: { kind: 'Name', value: 'occurredAt' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'AgentFields_Agent' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Agent' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'status' } },
          { kind: 'Field', name: { kind: 'Name', value: 'connected' } },
          { kind: 'Field', name: { kind: 'Name', value: 'health' } },
          { kind: 'Field', name: { kind: 'Name', value: 'roundTripMs' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'lastFailure' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'TunnelFailure_Failure' } }],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'assignedDomain' } },
          { kind: 'Field', name: { kind: 'Name', value: 'publicUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'forwardingTo' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'startedBy' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'email' } },
                { kind: 'Field', name: { kind: 'Name', value: 'fullName' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'startedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'stoppedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'requestCount' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dataIn' } },
          { kind: 'Field', name: { kind: 'Name', value: 'dataOut' } },
          { kind: 'Field', name: { kind: 'Name', value: 'viewerCanStop' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<AgentsPage_QueryQuery, AgentsPage_QueryQueryVariables>
