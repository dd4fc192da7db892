/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type TunnelFailure_FailureFragment = {
  requestId: string
  code: string
  cause: string
  fix: string
  detail: string | null
  occurredAt: string
}

export const TunnelFailure_FailureFragmentDoc = {
  kind: 'Document',
  definitions: [
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
} as unknown as DocumentNode<TunnelFailure_FailureFragment, unknown>
