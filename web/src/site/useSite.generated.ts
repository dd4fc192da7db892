/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core'
export type Site_SiteFragment = {
  brandName: string
  version: string
  serverUrl: string
  exampleUrl: string
  planChanges: Types.PlanChangeMode
  availableSubpointDomains: Array<{ domain: string; isDefault: boolean }>
  contact: { email: string | null; phone: string | null; address: string | null; chatUrl: string | null }
  sitewideAlert: {
    id: string
    title: string | null
    message: string
    type: Types.SitewideAlertType
    startDate: string | null
    endDate: string | null
    showOnPages: Array<string>
    dismissible: boolean
  } | null
}

export type Site_QueryQueryVariables = Exact<{ [key: string]: never }>

export type Site_QueryQuery = {
  site: {
    brandName: string
    version: string
    serverUrl: string
    exampleUrl: string
    planChanges: Types.PlanChangeMode
    availableSubpointDomains: Array<{ domain: string; isDefault: boolean }>
    contact: { email: string | null; phone: string | null; address: string | null; chatUrl: string | null }
    sitewideAlert: {
      id: string
      title: string | null
      message: string
      type: Types.SitewideAlertType
      startDate: string | null
      endDate: string | null
      showOnPages: Array<string>
      dismissible: boolean
    } | null
  }
}

export const Site_SiteFragmentDoc = {
  kind: 'Document',
  definitions: [
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Site_Site' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Site' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'brandName' } },
          { kind: 'Field', name: { kind: 'Name', value: 'version' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serverUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'exampleUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'planChanges' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'availableSubpointDomains' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'domain' } },
                { kind: 'Field', name: { kind: 'Name', value: 'isDefault' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'contact' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'email' } },
                { kind: 'Field', name: { kind: 'Name', value: 'phone' } },
                { kind: 'Field', name: { kind: 'Name', value: 'address' } },
                { kind: 'Field', name: { kind: 'Name', value: 'chatUrl' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'sitewideAlert' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'title' } },
                { kind: 'Field', name: { kind: 'Name', value: 'message' } },
                { kind: 'Field', name: { kind: 'Name', value: 'type' } },
                { kind: 'Field', name: { kind: 'Name', value: 'startDate' } },
                { kind: 'Field', name: { kind: 'Name', value: 'endDate' } },
                { kind: 'Field', name: { kind: 'Name', value: 'showOnPages' } },
                { kind: 'Field', name: { kind: 'Name', value: 'dismissible' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<Site_SiteFragment, unknown>
export const Site_QueryDocument = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      name: { kind: 'Name', value: 'Site_Query' },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'site' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [{ kind: 'FragmentSpread', name: { kind: 'Name', value: 'Site_Site' } }],
            },
          },
        ],
      },
    },
    {
      kind: 'FragmentDefinition',
      name: { kind: 'Name', value: 'Site_Site' },
      typeCondition: { kind: 'NamedType', name: { kind: 'Name', value: 'Site' } },
      selectionSet: {
        kind: 'SelectionSet',
        selections: [
          { kind: 'Field', name: { kind: 'Name', value: 'brandName' } },
          { kind: 'Field', name: { kind: 'Name', value: 'version' } },
          { kind: 'Field', name: { kind: 'Name', value: 'serverUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'exampleUrl' } },
          { kind: 'Field', name: { kind: 'Name', value: 'planChanges' } },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'availableSubpointDomains' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'domain' } },
                { kind: 'Field', name: { kind: 'Name', value: 'isDefault' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'contact' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'email' } },
                { kind: 'Field', name: { kind: 'Name', value: 'phone' } },
                { kind: 'Field', name: { kind: 'Name', value: 'address' } },
                { kind: 'Field', name: { kind: 'Name', value: 'chatUrl' } },
              ],
            },
          },
          {
            kind: 'Field',
            name: { kind: 'Name', value: 'sitewideAlert' },
            selectionSet: {
              kind: 'SelectionSet',
              selections: [
                { kind: 'Field', name: { kind: 'Name', value: 'id' } },
                { kind: 'Field', name: { kind: 'Name', value: 'title' } },
                { kind: 'Field', name: { kind: 'Name', value: 'message' } },
                { kind: 'Field', name: { kind: 'Name', value: 'type' } },
                { kind: 'Field', name: { kind: 'Name', value: 'startDate' } },
                { kind: 'Field', name: { kind: 'Name', value: 'endDate' } },
                { kind: 'Field', name: { kind: 'Name', value: 'showOnPages' } },
                { kind: 'Field', name: { kind: 'Name', value: 'dismissible' } },
              ],
            },
          },
        ],
      },
    },
  ],
} as unknown as DocumentNode<Site_QueryQuery, Site_QueryQueryVariables>
