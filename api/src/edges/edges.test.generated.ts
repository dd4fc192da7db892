/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type ReportTunnelsMutationVariables = Exact<{
  input: Types.ReportTunnelsInput
}>

export type ReportTunnelsMutation = {
  reportTunnels: { ended: Array<{ agentId: string; reason: Types.TunnelEndReason }> }
}

export type TunnelEndedSubscriptionVariables = Exact<{ [key: string]: never }>

export type TunnelEndedSubscription = { tunnelEnded: { agentId: string; reason: Types.TunnelEndReason } }

export type ReservedHostnamesQueryVariables = Exact<{
  hostnames: Array<string> | string
}>

export type ReservedHostnamesQuery = { reservedHostnames: Array<string> }

export type ReportAgentHealthMutationVariables = Exact<{
  input: Types.ReportAgentHealthInput
}>

export type ReportAgentHealthMutation = { reportAgentHealth: { agentCount: number } }

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

export const ReportTunnelsDocument = new TypedDocumentString(`
    mutation ReportTunnels($input: ReportTunnelsInput!) {
  reportTunnels(input: $input) {
    ended {
      agentId
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ReportTunnelsMutation, ReportTunnelsMutationVariables>
export const TunnelEndedDocument = new TypedDocumentString(`
    subscription TunnelEnded {
  tunnelEnded {
    agentId
    reason
  }
}
    `) as unknown as TypedDocumentString<TunnelEndedSubscription, TunnelEndedSubscriptionVariables>
export const ReservedHostnamesDocument = new TypedDocumentString(`
    query ReservedHostnames($hostnames: [String!]!) {
  reservedHostnames(hostnames: $hostnames)
}
    `) as unknown as TypedDocumentString<ReservedHostnamesQuery, ReservedHostnamesQueryVariables>
export const ReportAgentHealthDocument = new TypedDocumentString(`
    mutation ReportAgentHealth($input: ReportAgentHealthInput!) {
  reportAgentHealth(input: $input) {
    agentCount
  }
}
    `) as unknown as TypedDocumentString<ReportAgentHealthMutation, ReportAgentHealthMutationVariables>
