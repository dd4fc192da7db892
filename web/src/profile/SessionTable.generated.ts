/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type SessionTable_AuthSessionFragment = {
  id: string
  createdAt: string
  lastUsedAt: string
  ipAddress: string | null
  userAgent: string | null
  current: boolean
}

export const SessionTable_AuthSessionFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'SessionTable_AuthSession' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'AuthSession' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastUsedAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'ipAddress' } },
          { kind: 'Field', name: { kind: 'Name', value: 'userAgent' } },
          { kind: 'Field', name: { kind: 'Name', value: 'current' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<SessionTable_AuthSessionFragment, unknown>
