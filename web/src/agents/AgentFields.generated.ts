/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type AgentFields_AgentFragment = {
  id: string
  name: string | null
  status: Types.AgentStatus
  connected: boolean
  assignedDomain: string
  publicUrl: string
  forwardingTo: string
  startedAt: string
  stoppedAt: string | null
  requestCount: number
  dataIn: number
  dataOut: number
  viewerCanStop: boolean
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
} as unknown as DocumentNode<AgentFields_AgentFragment, unknown>
