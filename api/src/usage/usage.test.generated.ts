/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type UsageQueryVariables = Exact<{
  accountId: string
}>

export type UsageQuery = {
  account: {
    usage: {
      subpoints: number
      activeAgents: number
      apiRequests: number
      dataInBytes: number
      dataOutBytes: number
      agentMinutes: number
      overage: { dataOutBytes: number; amount: number } | null
    }
  }
}

export type ReportUsageMutationVariables = Exact<{
  input: Types.ReportUsageInput
}>

export type ReportUsageMutation = { reportUsage: { counted: boolean } }

export type UsageMetricsQueryVariables = Exact<{
  accountId: string
  from: string
  to: string
  step?: Types.UsageStep
  gatewayId?: string | null | undefined
}>

export type UsageMetricsQuery = {
  account: {
    usageMetrics: Array<{
      date: string
      apiRequests: number
      failedRequests: number
      dataInBytes: number
      dataOutBytes: number
      agentRunHours: number
      gateway: { id: string; name: string; subdomain: string; deletedAt: string | null } | null
    }>
  }
}

export type UsageTotalsQueryVariables = Exact<{
  accountId: string
  from: string
  to: string
  step?: Types.UsageStep
  gatewayId?: string | null | undefined
}>

export type UsageTotalsQuery = {
  account: {
    usageTotals: Array<{
      date: string
      apiRequests: number
      failedRequests: number
      dataInBytes: number
      dataOutBytes: number
      agentRunHours: number
    }>
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

export const UsageDocument = new TypedDocumentString(`
    query Usage($accountId: ID!) {
  account(id: $accountId) {
    usage {
      subpoints
      activeAgents
      apiRequests
      dataInBytes
      dataOutBytes
      agentMinutes
      overage {
        dataOutBytes
        amount
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UsageQuery, UsageQueryVariables>
export const ReportUsageDocument = new TypedDocumentString(`
    mutation ReportUsage($input: ReportUsageInput!) {
  reportUsage(input: $input) {
    counted
  }
}
    `) as unknown as TypedDocumentString<ReportUsageMutation, ReportUsageMutationVariables>
export const UsageMetricsDocument = new TypedDocumentString(`
    query UsageMetrics($accountId: ID!, $from: Date!, $to: Date!, $step: UsageStep! = DAY, $gatewayId: ID) {
  account(id: $accountId) {
    usageMetrics(from: $from, to: $to, step: $step, gatewayId: $gatewayId) {
      date
      gateway {
        id
        name
        subdomain
        deletedAt
      }
      apiRequests
      failedRequests
      dataInBytes
      dataOutBytes
      agentRunHours
    }
  }
}
    `) as unknown as TypedDocumentString<UsageMetricsQuery, UsageMetricsQueryVariables>
export const UsageTotalsDocument = new TypedDocumentString(`
    query UsageTotals($accountId: ID!, $from: Date!, $to: Date!, $step: UsageStep! = DAY, $gatewayId: ID) {
  account(id: $accountId) {
    usageTotals(from: $from, to: $to, step: $step, gatewayId: $gatewayId) {
      date
      apiRequests
      failedRequests
      dataInBytes
      dataOutBytes
      agentRunHours
    }
  }
}
    `) as unknown as TypedDocumentString<UsageTotalsQuery, UsageTotalsQueryVariables>
