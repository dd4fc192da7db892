/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type SiteQueryVariables = Exact<{ [key: string]: never }>

export type SiteQuery = {
  site: {
    brandName: string
    version: string
    serverUrl: string
    planChanges: Types.PlanChangeMode
    availableSubpointDomains: Array<{ domain: string; isDefault: boolean }>
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

export const SiteDocument = new TypedDocumentString(`
    query Site {
  site {
    brandName
    version
    serverUrl
    planChanges
    availableSubpointDomains {
      domain
      isDefault
    }
  }
}
    `) as unknown as TypedDocumentString<SiteQuery, SiteQueryVariables>
