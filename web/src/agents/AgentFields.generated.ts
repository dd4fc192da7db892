/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type AgentFields_AgentFragment = {
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
}

export const AgentFields_AgentFragmentDoc = {
  kind: 'Document',
  definitions: [
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
  ],
} as unknown as DocumentNode<AgentFields_AgentFragment, unknown>
