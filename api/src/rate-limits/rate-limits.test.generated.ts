/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type RateLimitsQueryVariables = Exact<{
  accountId: string
}>

export type RateLimitsQuery = {
  account: {
    rateLimits: Array<{ name: Types.RateLimitName; limit: number; burst: number | null; current: number; peak: number }>
  }
}

export type ReportRatesMutationVariables = Exact<{
  input: Types.ReportRatesInput
}>

export type ReportRatesMutation = { reportRates: { accountCount: number } }

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

export const RateLimitsDocument = new TypedDocumentString(`
    query RateLimits($accountId: ID!) {
  account(id: $accountId) {
    rateLimits {
      name
      limit
      burst
      current
      peak
    }
  }
}
    `) as unknown as TypedDocumentString<RateLimitsQuery, RateLimitsQueryVariables>
export const ReportRatesDocument = new TypedDocumentString(`
    mutation ReportRates($input: ReportRatesInput!) {
  reportRates(input: $input) {
    accountCount
  }
}
    `) as unknown as TypedDocumentString<ReportRatesMutation, ReportRatesMutationVariables>
