/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type ReportTunnelsMutationVariables = Exact<{
  input: Types.ReportTunnelsInput
}>

export type ReportTunnelsMutation = {
  reportTunnels: {
    isDrained: boolean
    released: Array<string>
    countedElsewhere: Array<string>
    limits: { requestsPerMinute: number; requestBurst: number; openRequests: number }
    ended: Array<{ agentId: string; reason: Types.TunnelEndReason }>
    countedSince: Array<{ agentId: string; seconds: number }>
  }
}

export type ReportUsageMutationVariables = Exact<{
  input: Types.ReportUsageInput
}>

export type ReportUsageMutation = { reportUsage: { counted: boolean } }

export type ReportRatesMutationVariables = Exact<{
  input: Types.ReportRatesInput
}>

export type ReportRatesMutation = { reportRates: { accountCount: number } }

export type TunnelEndedSubscriptionVariables = Exact<{ [key: string]: never }>

export type TunnelEndedSubscription = { tunnelEnded: { agentId: string; reason: Types.TunnelEndReason } }

export type ReservedHostnamesQueryVariables = Exact<{
  hostnames: Array<string> | string
}>

export type ReservedHostnamesQuery = { reservedHostnames: Array<string>; suspendedHostnames: Array<string> }

export type RestrictionsQueryVariables = Exact<{
  since: number
}>

export type RestrictionsQuery = {
  restrictions: {
    version: number
    hasMore: boolean
    accounts: Array<{ accountId: string; version: number; ranges: Array<string> }>
  }
}

export type RestrictionsChangedSubscriptionVariables = Exact<{ [key: string]: never }>

export type RestrictionsChangedSubscription = {
  restrictionsChanged: { accountId: string; version: number; ranges: Array<string> }
}

export type HostnameBlocksQueryVariables = Exact<{
  knownVersion?: number | null | undefined
}>

export type HostnameBlocksQuery = {
  hostnameBlocks: { version: number; blocks: Array<{ hostname: string; reason: string }> | null }
}

export type HostnameBlocksChangedSubscriptionVariables = Exact<{ [key: string]: never }>

export type HostnameBlocksChangedSubscription = { hostnameBlocksChanged: number }

export type OfferedDomainsQueryVariables = Exact<{ [key: string]: never }>

export type OfferedDomainsQuery = { site: { availableSubpointDomains: Array<{ domain: string }> } }

export type OfferedDomainsChangedSubscriptionVariables = Exact<{ [key: string]: never }>

export type OfferedDomainsChangedSubscription = { siteChanged: { availableSubpointDomains: Array<{ domain: string }> } }

export type ReportAgentHealthMutationVariables = Exact<{
  input: Types.ReportAgentHealthInput
}>

export type ReportAgentHealthMutation = { reportAgentHealth: { agentCount: number } }

export type CertificatesQueryVariables = Exact<{
  hostnames: Array<string> | string
}>

export type CertificatesQuery = {
  certificates: Array<{ id: string; name: string; version: number; chain: string; sealedKey: string }>
}

export type FollowCertificatesMutationVariables = Exact<{
  input: Types.FollowCertificatesInput
}>

export type FollowCertificatesMutation = {
  followCertificates: {
    names: Array<string>
    version: number
    hasMore: boolean
    challenges: Array<{
      type: Types.ChallengeType
      hostname: string
      token: string | null
      keyAuthorization: string | null
      chain: string | null
      key: string | null
    }>
  }
}

export type CertificatesChangedSubscriptionVariables = Exact<{ [key: string]: never }>

export type CertificatesChangedSubscription = { certificatesChanged: { version: number } }

export type ReportRequestsMutationVariables = Exact<{
  input: Types.ReportRequestsInput
}>

export type ReportRequestsMutation = { reportRequests: { recorded: number } }

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
    limits {
      requestsPerMinute
      requestBurst
      openRequests
    }
    ended {
      agentId
      reason
    }
    isDrained
    released
    countedElsewhere
    countedSince {
      agentId
      seconds
    }
  }
}
    `) as unknown as TypedDocumentString<ReportTunnelsMutation, ReportTunnelsMutationVariables>
export const ReportUsageDocument = new TypedDocumentString(`
    mutation ReportUsage($input: ReportUsageInput!) {
  reportUsage(input: $input) {
    counted
  }
}
    `) as unknown as TypedDocumentString<ReportUsageMutation, ReportUsageMutationVariables>
export const ReportRatesDocument = new TypedDocumentString(`
    mutation ReportRates($input: ReportRatesInput!) {
  reportRates(input: $input) {
    accountCount
  }
}
    `) as unknown as TypedDocumentString<ReportRatesMutation, ReportRatesMutationVariables>
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
  suspendedHostnames(hostnames: $hostnames)
}
    `) as unknown as TypedDocumentString<ReservedHostnamesQuery, ReservedHostnamesQueryVariables>
export const RestrictionsDocument = new TypedDocumentString(`
    query Restrictions($since: SafeInt!) {
  restrictions(since: $since) {
    accounts {
      accountId
      version
      ranges
    }
    version
    hasMore
  }
}
    `) as unknown as TypedDocumentString<RestrictionsQuery, RestrictionsQueryVariables>
export const RestrictionsChangedDocument = new TypedDocumentString(`
    subscription RestrictionsChanged {
  restrictionsChanged {
    accountId
    version
    ranges
  }
}
    `) as unknown as TypedDocumentString<RestrictionsChangedSubscription, RestrictionsChangedSubscriptionVariables>
export const HostnameBlocksDocument = new TypedDocumentString(`
    query HostnameBlocks($knownVersion: SafeInt) {
  hostnameBlocks(knownVersion: $knownVersion) {
    version
    blocks {
      hostname
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<HostnameBlocksQuery, HostnameBlocksQueryVariables>
export const HostnameBlocksChangedDocument = new TypedDocumentString(`
    subscription HostnameBlocksChanged {
  hostnameBlocksChanged
}
    `) as unknown as TypedDocumentString<HostnameBlocksChangedSubscription, HostnameBlocksChangedSubscriptionVariables>
export const OfferedDomainsDocument = new TypedDocumentString(`
    query OfferedDomains {
  site {
    availableSubpointDomains {
      domain
    }
  }
}
    `) as unknown as TypedDocumentString<OfferedDomainsQuery, OfferedDomainsQueryVariables>
export const OfferedDomainsChangedDocument = new TypedDocumentString(`
    subscription OfferedDomainsChanged {
  siteChanged {
    availableSubpointDomains {
      domain
    }
  }
}
    `) as unknown as TypedDocumentString<OfferedDomainsChangedSubscription, OfferedDomainsChangedSubscriptionVariables>
export const ReportAgentHealthDocument = new TypedDocumentString(`
    mutation ReportAgentHealth($input: ReportAgentHealthInput!) {
  reportAgentHealth(input: $input) {
    agentCount
  }
}
    `) as unknown as TypedDocumentString<ReportAgentHealthMutation, ReportAgentHealthMutationVariables>
export const CertificatesDocument = new TypedDocumentString(`
    query Certificates($hostnames: [String!]!) {
  certificates(hostnames: $hostnames) {
    id
    name
    version
    chain
    sealedKey
  }
}
    `) as unknown as TypedDocumentString<CertificatesQuery, CertificatesQueryVariables>
export const FollowCertificatesDocument = new TypedDocumentString(`
    mutation FollowCertificates($input: FollowCertificatesInput!) {
  followCertificates(input: $input) {
    names
    version
    hasMore
    challenges {
      type
      hostname
      token
      keyAuthorization
      chain
      key
    }
  }
}
    `) as unknown as TypedDocumentString<FollowCertificatesMutation, FollowCertificatesMutationVariables>
export const CertificatesChangedDocument = new TypedDocumentString(`
    subscription CertificatesChanged {
  certificatesChanged {
    version
  }
}
    `) as unknown as TypedDocumentString<CertificatesChangedSubscription, CertificatesChangedSubscriptionVariables>
export const ReportRequestsDocument = new TypedDocumentString(`
    mutation ReportRequests($input: ReportRequestsInput!) {
  reportRequests(input: $input) {
    recorded
  }
}
    `) as unknown as TypedDocumentString<ReportRequestsMutation, ReportRequestsMutationVariables>
