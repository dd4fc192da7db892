/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type AuthToken_AuthTokenFragment = { id: string; name: string; createdAt: string; lastUsedAt: string | null }

export const AuthToken_AuthTokenFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'AuthToken_AuthToken' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'AuthToken' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'name' } },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
          { kind: 'Field', name: { kind: 'Name', value: 'lastUsedAt' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<AuthToken_AuthTokenFragment, unknown>
