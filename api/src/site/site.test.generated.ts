/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type SiteFieldsFragment = {
  brandName: string
  version: string
  serverUrl: string
  exampleUrl: string
  planChanges: Types.PlanChangeMode
  availableSubpointDomains: Array<{ domain: string; isDefault: boolean }>
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
  contact: { email: string | null; phone: string | null; address: string | null; chatUrl: string | null }
}

export type SiteQueryVariables = Exact<{ [key: string]: never }>

export type SiteQuery = {
  site: {
    brandName: string
    version: string
    serverUrl: string
    exampleUrl: string
    planChanges: Types.PlanChangeMode
    availableSubpointDomains: Array<{ domain: string; isDefault: boolean }>
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
    contact: { email: string | null; phone: string | null; address: string | null; chatUrl: string | null }
  }
}

export type SiteChangedSubscriptionVariables = Exact<{ [key: string]: never }>

export type SiteChangedSubscription = {
  siteChanged: {
    brandName: string
    version: string
    serverUrl: string
    exampleUrl: string
    planChanges: Types.PlanChangeMode
    availableSubpointDomains: Array<{ domain: string; isDefault: boolean }>
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
    contact: { email: string | null; phone: string | null; address: string | null; chatUrl: string | null }
  }
}

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>
  private value: string
  public __meta__?: Record<string, any> | undefined

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value)
    this.value = value
    this.__meta__ = __meta__
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value
  }
}
export const SiteFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment SiteFields on Site {
  brandName
  version
  serverUrl
  exampleUrl
  planChanges
  availableSubpointDomains {
    domain
    isDefault
  }
  sitewideAlert {
    id
    title
    message
    type
    startDate
    endDate
    showOnPages
    dismissible
  }
  contact {
    email
    phone
    address
    chatUrl
  }
}
    `,
  { fragmentName: 'SiteFields' },
) as unknown as TypedDocumentString<SiteFieldsFragment, unknown>
export const SiteDocument = new TypedDocumentString(`
    query Site {
  site {
    ...SiteFields
  }
}
    fragment SiteFields on Site {
  brandName
  version
  serverUrl
  exampleUrl
  planChanges
  availableSubpointDomains {
    domain
    isDefault
  }
  sitewideAlert {
    id
    title
    message
    type
    startDate
    endDate
    showOnPages
    dismissible
  }
  contact {
    email
    phone
    address
    chatUrl
  }
}`) as unknown as TypedDocumentString<SiteQuery, SiteQueryVariables>
export const SiteChangedDocument = new TypedDocumentString(`
    subscription SiteChanged {
  siteChanged {
    ...SiteFields
  }
}
    fragment SiteFields on Site {
  brandName
  version
  serverUrl
  exampleUrl
  planChanges
  availableSubpointDomains {
    domain
    isDefault
  }
  sitewideAlert {
    id
    title
    message
    type
    startDate
    endDate
    showOnPages
    dismissible
  }
  contact {
    email
    phone
    address
    chatUrl
  }
}`) as unknown as TypedDocumentString<SiteChangedSubscription, SiteChangedSubscriptionVariables>
