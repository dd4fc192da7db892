/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type ReadAccountQueryVariables = Exact<{
  account: string
}>

export type ReadAccountQuery = {
  account: { id: string; name: string; namespace: string; createdAt: string; plan: { name: string } }
}

export type ReadGatewayFieldsFragment = {
  id: string
  name: string
  subdomain: string
  publicUrl: string
  description: string | null
  tunnelBinding: string | null
  createdAt: string
  deletedAt: string | null
}

export type ReadGatewaysQueryVariables = Exact<{
  account: string
  first?: number | null | undefined
  after?: string | null | undefined
}>

export type ReadGatewaysQuery = {
  account: {
    gatewaysConnection: {
      nodes: Array<{
        id: string
        name: string
        subdomain: string
        publicUrl: string
        description: string | null
        tunnelBinding: string | null
        createdAt: string
        deletedAt: string | null
      }>
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
    }
  }
}

export type ReadGatewayQueryVariables = Exact<{
  id: string
}>

export type ReadGatewayQuery = {
  gateway: {
    id: string
    name: string
    subdomain: string
    publicUrl: string
    description: string | null
    tunnelBinding: string | null
    createdAt: string
    deletedAt: string | null
  } | null
}

export type ReadAgentFieldsFragment = {
  id: string
  name: string | null
  status: Types.AgentStatus
  connected: boolean
  health: Types.AgentHealth
  publicUrl: string
  forwardingTo: string
  startedAt: string
  stoppedAt: string | null
  requestCount: number
  dataIn: number
  dataOut: number
}

export type ReadAgentsQueryVariables = Exact<{
  account: string
  status?: Array<Types.AgentStatus> | Types.AgentStatus | null | undefined
  gateway?: string | null | undefined
  first?: number | null | undefined
  after?: string | null | undefined
}>

export type ReadAgentsQuery = {
  account: {
    agentsConnection: {
      nodes: Array<{
        id: string
        name: string | null
        status: Types.AgentStatus
        connected: boolean
        health: Types.AgentHealth
        publicUrl: string
        forwardingTo: string
        startedAt: string
        stoppedAt: string | null
        requestCount: number
        dataIn: number
        dataOut: number
      }>
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
    }
  }
}

export type ReadAgentQueryVariables = Exact<{
  id: string
}>

export type ReadAgentQuery = {
  agent: {
    id: string
    name: string | null
    status: Types.AgentStatus
    connected: boolean
    health: Types.AgentHealth
    publicUrl: string
    forwardingTo: string
    startedAt: string
    stoppedAt: string | null
    requestCount: number
    dataIn: number
    dataOut: number
  } | null
}

export type ReadDomainFieldsFragment = {
  id: string
  domain: string
  status: Types.DomainStatus
  lastCheckMessage: string | null
  lastCheckedAt: string | null
  createdAt: string
  deletedAt: string | null
}

export type ReadDomainsQueryVariables = Exact<{
  account: string
  status?: Array<Types.DomainStatus> | Types.DomainStatus | null | undefined
  first?: number | null | undefined
  after?: string | null | undefined
}>

export type ReadDomainsQuery = {
  account: {
    domainsConnection: {
      nodes: Array<{
        id: string
        domain: string
        status: Types.DomainStatus
        lastCheckMessage: string | null
        lastCheckedAt: string | null
        createdAt: string
        deletedAt: string | null
      }>
      pageInfo: { hasNextPage: boolean; endCursor: string | null }
    }
  }
}

export type ReadDomainQueryVariables = Exact<{
  id: string
}>

export type ReadDomainQuery = {
  domain: {
    id: string
    domain: string
    status: Types.DomainStatus
    lastCheckMessage: string | null
    lastCheckedAt: string | null
    createdAt: string
    deletedAt: string | null
  } | null
}

export type ReadUsageQueryVariables = Exact<{
  account: string
  from: string
  to: string
  step?: Types.UsageStep
  gateway?: string | null | undefined
}>

export type ReadUsageQuery = {
  account: {
    usageMetrics: Array<{
      date: string
      apiRequests: number
      dataInBytes: number
      dataOutBytes: number
      agentRunHours: number
      gateway: { id: string; name: string; subdomain: string } | null
    }>
  }
}

export type ReadRequestFieldsFragment = {
  id: string
  startedAt: string
  method: string
  hostname: string
  path: string
  status: number
  answeredBy: Types.RequestAnswerer
  code: string | null
  durationMs: number
  bytesIn: number
  bytesOut: number
  agentId: string | null
  gatewayId: string | null
}

export type ReadRequestsQueryVariables = Exact<{
  account: string
  filter?: Types.RequestFilter | null | undefined
  first?: number
  after?: string | null | undefined
}>

export type ReadRequestsQuery = {
  account: {
    requests: {
      endCursor: string | null
      searchedTo: string | null
      nodes: Array<{
        id: string
        startedAt: string
        method: string
        hostname: string
        path: string
        status: number
        answeredBy: Types.RequestAnswerer
        code: string | null
        durationMs: number
        bytesIn: number
        bytesOut: number
        agentId: string | null
        gatewayId: string | null
      }>
    }
  }
}

export type ReplayRecordedMutationVariables = Exact<{
  input: Types.ReplayRequestInput
}>

export type ReplayRecordedMutation = {
  replayRequest: {
    omitted: Array<string>
    request: {
      id: string
      startedAt: string
      method: string
      hostname: string
      path: string
      status: number
      answeredBy: Types.RequestAnswerer
      code: string | null
      durationMs: number
      bytesIn: number
      bytesOut: number
      agentId: string | null
      gatewayId: string | null
    }
  }
}

export type FollowAgentsSubscriptionVariables = Exact<{
  account: string
}>

export type FollowAgentsSubscription = {
  agentChanged: {
    id: string
    name: string | null
    status: Types.AgentStatus
    connected: boolean
    health: Types.AgentHealth
    publicUrl: string
    forwardingTo: string
    startedAt: string
    stoppedAt: string | null
    requestCount: number
    dataIn: number
    dataOut: number
  }
}

export type FollowRequestsSubscriptionVariables = Exact<{
  account: string
  filter?: Types.RequestFilter | null | undefined
}>

export type FollowRequestsSubscription = {
  requestsAdded: {
    omitted: number
    nodes: Array<{
      id: string
      startedAt: string
      method: string
      hostname: string
      path: string
      status: number
      answeredBy: Types.RequestAnswerer
      code: string | null
      durationMs: number
      bytesIn: number
      bytesOut: number
      agentId: string | null
      gatewayId: string | null
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
export const ReadGatewayFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment ReadGatewayFields on Gateway {
  id
  name
  subdomain
  publicUrl
  description
  tunnelBinding
  createdAt
  deletedAt
}
    `,
  { fragmentName: 'ReadGatewayFields' },
) as unknown as TypedDocumentString<ReadGatewayFieldsFragment, unknown>
export const ReadAgentFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment ReadAgentFields on Agent {
  id
  name
  status
  connected
  health
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
}
    `,
  { fragmentName: 'ReadAgentFields' },
) as unknown as TypedDocumentString<ReadAgentFieldsFragment, unknown>
export const ReadDomainFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment ReadDomainFields on Domain {
  id
  domain
  status
  lastCheckMessage
  lastCheckedAt
  createdAt
  deletedAt
}
    `,
  { fragmentName: 'ReadDomainFields' },
) as unknown as TypedDocumentString<ReadDomainFieldsFragment, unknown>
export const ReadRequestFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment ReadRequestFields on VisitorRequest {
  id
  startedAt
  method
  hostname
  path
  status
  answeredBy
  code
  durationMs
  bytesIn
  bytesOut
  agentId
  gatewayId
}
    `,
  { fragmentName: 'ReadRequestFields' },
) as unknown as TypedDocumentString<ReadRequestFieldsFragment, unknown>
export const ReadAccountDocument = new TypedDocumentString(`
    query ReadAccount($account: ID!) {
  account(id: $account) {
    id
    name
    namespace
    createdAt
    plan {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ReadAccountQuery, ReadAccountQueryVariables>
export const ReadGatewaysDocument = new TypedDocumentString(`
    query ReadGateways($account: ID!, $first: Int, $after: String) {
  account(id: $account) {
    gatewaysConnection(first: $first, after: $after) {
      nodes {
        ...ReadGatewayFields
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment ReadGatewayFields on Gateway {
  id
  name
  subdomain
  publicUrl
  description
  tunnelBinding
  createdAt
  deletedAt
}`) as unknown as TypedDocumentString<ReadGatewaysQuery, ReadGatewaysQueryVariables>
export const ReadGatewayDocument = new TypedDocumentString(`
    query ReadGateway($id: ID!) {
  gateway(id: $id) {
    ...ReadGatewayFields
  }
}
    fragment ReadGatewayFields on Gateway {
  id
  name
  subdomain
  publicUrl
  description
  tunnelBinding
  createdAt
  deletedAt
}`) as unknown as TypedDocumentString<ReadGatewayQuery, ReadGatewayQueryVariables>
export const ReadAgentsDocument = new TypedDocumentString(`
    query ReadAgents($account: ID!, $status: [AgentStatus!], $gateway: ID, $first: Int, $after: String) {
  account(id: $account) {
    agentsConnection(
      status: $status
      gatewayId: $gateway
      first: $first
      after: $after
    ) {
      nodes {
        ...ReadAgentFields
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment ReadAgentFields on Agent {
  id
  name
  status
  connected
  health
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
}`) as unknown as TypedDocumentString<ReadAgentsQuery, ReadAgentsQueryVariables>
export const ReadAgentDocument = new TypedDocumentString(`
    query ReadAgent($id: ID!) {
  agent(id: $id) {
    ...ReadAgentFields
  }
}
    fragment ReadAgentFields on Agent {
  id
  name
  status
  connected
  health
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
}`) as unknown as TypedDocumentString<ReadAgentQuery, ReadAgentQueryVariables>
export const ReadDomainsDocument = new TypedDocumentString(`
    query ReadDomains($account: ID!, $status: [DomainStatus!], $first: Int, $after: String) {
  account(id: $account) {
    domainsConnection(status: $status, first: $first, after: $after) {
      nodes {
        ...ReadDomainFields
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment ReadDomainFields on Domain {
  id
  domain
  status
  lastCheckMessage
  lastCheckedAt
  createdAt
  deletedAt
}`) as unknown as TypedDocumentString<ReadDomainsQuery, ReadDomainsQueryVariables>
export const ReadDomainDocument = new TypedDocumentString(`
    query ReadDomain($id: ID!) {
  domain(id: $id) {
    ...ReadDomainFields
  }
}
    fragment ReadDomainFields on Domain {
  id
  domain
  status
  lastCheckMessage
  lastCheckedAt
  createdAt
  deletedAt
}`) as unknown as TypedDocumentString<ReadDomainQuery, ReadDomainQueryVariables>
export const ReadUsageDocument = new TypedDocumentString(`
    query ReadUsage($account: ID!, $from: Date!, $to: Date!, $step: UsageStep! = DAY, $gateway: ID) {
  account(id: $account) {
    usageMetrics(from: $from, to: $to, step: $step, gatewayId: $gateway) {
      date
      gateway {
        id
        name
        subdomain
      }
      apiRequests
      dataInBytes
      dataOutBytes
      agentRunHours
    }
  }
}
    `) as unknown as TypedDocumentString<ReadUsageQuery, ReadUsageQueryVariables>
export const ReadRequestsDocument = new TypedDocumentString(`
    query ReadRequests($account: ID!, $filter: RequestFilter, $first: Int! = 50, $after: String) {
  account(id: $account) {
    requests(filter: $filter, first: $first, after: $after) {
      nodes {
        ...ReadRequestFields
      }
      endCursor
      searchedTo
    }
  }
}
    fragment ReadRequestFields on VisitorRequest {
  id
  startedAt
  method
  hostname
  path
  status
  answeredBy
  code
  durationMs
  bytesIn
  bytesOut
  agentId
  gatewayId
}`) as unknown as TypedDocumentString<ReadRequestsQuery, ReadRequestsQueryVariables>
export const ReplayRecordedDocument = new TypedDocumentString(`
    mutation ReplayRecorded($input: ReplayRequestInput!) {
  replayRequest(input: $input) {
    request {
      ...ReadRequestFields
    }
    omitted
  }
}
    fragment ReadRequestFields on VisitorRequest {
  id
  startedAt
  method
  hostname
  path
  status
  answeredBy
  code
  durationMs
  bytesIn
  bytesOut
  agentId
  gatewayId
}`) as unknown as TypedDocumentString<ReplayRecordedMutation, ReplayRecordedMutationVariables>
export const FollowAgentsDocument = new TypedDocumentString(`
    subscription FollowAgents($account: ID!) {
  agentChanged(accountId: $account) {
    ...ReadAgentFields
  }
}
    fragment ReadAgentFields on Agent {
  id
  name
  status
  connected
  health
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
}`) as unknown as TypedDocumentString<FollowAgentsSubscription, FollowAgentsSubscriptionVariables>
export const FollowRequestsDocument = new TypedDocumentString(`
    subscription FollowRequests($account: ID!, $filter: RequestFilter) {
  requestsAdded(accountId: $account, filter: $filter) {
    nodes {
      ...ReadRequestFields
    }
    omitted
  }
}
    fragment ReadRequestFields on VisitorRequest {
  id
  startedAt
  method
  hostname
  path
  status
  answeredBy
  code
  durationMs
  bytesIn
  bytesOut
  agentId
  gatewayId
}`) as unknown as TypedDocumentString<FollowRequestsSubscription, FollowRequestsSubscriptionVariables>
