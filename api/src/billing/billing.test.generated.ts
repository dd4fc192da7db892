/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type PlansQueryVariables = Exact<{ [key: string]: never }>

export type PlansQuery = {
  plans: Array<{
    id: string
    name: string
    type: Types.PlanType
    priceMonthly: number | null
    maxSubpoints: number
    maxDomains: number
    maxTeamMembers: number
    maxConcurrentAgents: number
    maxApiRequests: number
    maxDataOutGb: number
    maxAgentHoursMonthly: number
    maxIpRestrictions: number
    allowsNamespaceChange: boolean
  }>
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

export const PlansDocument = new TypedDocumentString(`
    query Plans {
  plans {
    id
    name
    type
    priceMonthly
    maxSubpoints
    maxDomains
    maxTeamMembers
    maxConcurrentAgents
    maxApiRequests
    maxDataOutGb
    maxAgentHoursMonthly
    maxIpRestrictions
    allowsNamespaceChange
  }
}
    `) as unknown as TypedDocumentString<PlansQuery, PlansQueryVariables>
