/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type ProfilePage_ViewerFragment = {
  user: { id: string; fullName: string; email: string | null; phone: string | null }
  sessions: Array<{
    id: string
    createdAt: string
    lastUsedAt: string
    ipAddress: string | null
    userAgent: string | null
    current: boolean
  }>
  auditLog: {
    page: number
    pageCount: number
    nodes: Array<{
      id: string
      action: string
      actorKind: Types.AuditActorKind
      objectType: string
      objectName: string | null
      ipAddress: string | null
      userAgent: string | null
      createdAt: string
      actor: { id: string; fullName: string; email: string | null } | null
      changes: Array<{ field: string; from: string; to: string }>
    }>
  }
}

export type ProfilePage_QueryQueryVariables = Exact<{ [key: string]: never }>

export type ProfilePage_QueryQuery = {
  viewer: {
    user: { id: string; fullName: string; email: string | null; phone: string | null }
    sessions: Array<{
      id: string
      createdAt: string
      lastUsedAt: string
      ipAddress: string | null
      userAgent: string | null
      current: boolean
    }>
    auditLog: {
      page: number
      pageCount: number
      nodes: Array<{
        id: string
        action: string
        actorKind: Types.AuditActorKind
        objectType: string
        objectName: string | null
        ipAddress: string | null
        userAgent: string | null
        createdAt: string
        actor: { id: string; fullName: string; email: string | null } | null
        changes: Array<{ field: string; from: string; to: string }>
      }>
    }
  }
}

export type ProfilePage_ViewerChangedSubscriptionVariables = Exact<{ [key: string]: never }>

export type ProfilePage_ViewerChangedSubscription = {
  viewerChanged: {
    user: { id: string; fullName: string; email: string | null; phone: string | null }
    sessions: Array<{
      id: string
      createdAt: string
      lastUsedAt: string
      ipAddress: string | null
      userAgent: string | null
      current: boolean
    }>
    auditLog: {
      page: number
      pageCount: number
      nodes: Array<{
        id: string
        action: string
        actorKind: Types.AuditActorKind
        objectType: string
        objectName: string | null
        ipAddress: string | null
        userAgent: string | null
        createdAt: string
        actor: { id: string; fullName: string; email: string | null } | null
        changes: Array<{ field: string; from: string; to: string }>
      }>
    }
  }
}

export const ProfilePage_ViewerFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'ProfilePage_Viewer' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Viewer' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'user' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'fullName' } },
                { kind: 'Field', name: { kind: 'Name', value: 'email' } },
                { kind: 'Field', name: { kind: 'Name', value: 'phone' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'sessions' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'SessionTable_AuthSession' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'auditLog' },
            arguments: [
              { kind: 'Argument', name: { kind: 'Name', value: 'pageSize' }, value: { kind: 'IntValue', value: '10' } },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'AuditEntry_AuditPage' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'AuditEntry_AuditEntry' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'AuditEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'action' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'actor' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'fullName' } },
                { kind: 'Field', name: { kind: 'Name', value: 'email' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'actorKind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'objectType' } },
          { kind: 'Field', name: { kind: 'Name', value: 'objectName' } },
          { kind: 'Field', name: { kind: 'Name', value: 'ipAddress' } },
          { kind: 'Field', name: { kind: 'Name', value: 'userAgent' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'changes' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'field' } },
                { kind: 'Field', name: { kind: 'Name', value: 'from' } },
                { kind: 'Field', name: { kind: 'Name', value: 'to' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
        ],
      },
    },
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
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'AuditEntry_AuditPage' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'AuditPage' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'nodes' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'AuditEntry_AuditEntry' } }],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'page' } },
          { kind: 'Field', name: { kind: 'Name', value: 'pageCount' } },
        ],
      },
    },
  ],
} as unknown as DocumentNode<ProfilePage_ViewerFragment, unknown>
export const ProfilePage_QueryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'ProfilePage_Query' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'viewer' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'ProfilePage_Viewer' } }],
            },
          },
        ],
      },
    },
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
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'AuditEntry_AuditEntry' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'AuditEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'action' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'actor' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'fullName' } },
                { kind: 'Field', name: { kind: 'Name', value: 'email' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'actorKind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'objectType' } },
          { kind: 'Field', name: { kind: 'Name', value: 'objectName' } },
          { kind: 'Field', name: { kind: 'Name', value: 'ipAddress' } },
          { kind: 'Field', name: { kind: 'Name', value: 'userAgent' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'changes' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'field' } },
                { kind: 'Field', name: { kind: 'Name', value: 'from' } },
                { kind: 'Field', name: { kind: 'Name', value: 'to' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'AuditEntry_AuditPage' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'AuditPage' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'nodes' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'AuditEntry_AuditEntry' } }],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'page' } },
          { kind: 'Field', name: { kind: 'Name', value: 'pageCount' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'ProfilePage_Viewer' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Viewer' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'user' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'fullName' } },
                { kind: 'Field', name: { kind: 'Name', value: 'email' } },
                { kind: 'Field', name: { kind: 'Name', value: 'phone' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'sessions' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'SessionTable_AuthSession' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'auditLog' },
            arguments: [
              { kind: 'Argument', name: { kind: 'Name', value: 'pageSize' }, value: { kind: 'IntValue', value: '10' } },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'AuditEntry_AuditPage' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<ProfilePage_QueryQuery, ProfilePage_QueryQueryVariables>
export const ProfilePage_ViewerChangedDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'subscription',
      name: { kind: 'Name', value: 'ProfilePage_ViewerChanged' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'viewerChanged' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'ProfilePage_Viewer' } }],
            },
          },
        ],
      },
    },
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
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'AuditEntry_AuditEntry' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'AuditEntry' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'id' } },
          { kind: 'Field', name: { kind: 'Name', value: 'action' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'actor' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'fullName' } },
                { kind: 'Field', name: { kind: 'Name', value: 'email' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'actorKind' } },
          { kind: 'Field', name: { kind: 'Name', value: 'objectType' } },
          { kind: 'Field', name: { kind: 'Name', value: 'objectName' } },
          { kind: 'Field', name: { kind: 'Name', value: 'ipAddress' } },
          { kind: 'Field', name: { kind: 'Name', value: 'userAgent' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'changes' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'field' } },
                { kind: 'Field', name: { kind: 'Name', value: 'from' } },
                { kind: 'Field', name: { kind: 'Name', value: 'to' } },
              ],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'createdAt' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'AuditEntry_AuditPage' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'AuditPage' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'nodes' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'AuditEntry_AuditEntry' } }],
            },
          },
          { kind: 'Field', name: { kind: 'Name', value: 'page' } },
          { kind: 'Field', name: { kind: 'Name', value: 'pageCount' } },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'ProfilePage_Viewer' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Viewer' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'user' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'fullName' } },
                { kind: 'Field', name: { kind: 'Name', value: 'email' } },
                { kind: 'Field', name: { kind: 'Name', value: 'phone' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'sessions' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'SessionTable_AuthSession' } }],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'auditLog' },
            arguments: [
              { kind: 'Argument', name: { kind: 'Name', value: 'pageSize' }, value: { kind: 'IntValue', value: '10' } },
            ],
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'AuditEntry_AuditPage' } }],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<ProfilePage_ViewerChangedSubscription, ProfilePage_ViewerChangedSubscriptionVariables>
