/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type AgentFieldsFragment = {
  id: string
  name: string | null
  status: Types.AgentStatus
  connected: boolean
  health: Types.AgentHealth
  roundTripMs: number | null
  assignedDomain: string
  publicUrl: string
  forwardingTo: string
  startedAt: string
  stoppedAt: string | null
  requestCount: number
  dataIn: number
  dataOut: number
  viewerCanStop: boolean
  lastFailure: { requestId: string; code: string; cause: string; fix: string; detail: string | null } | null
  gateway: { id: string; subdomain: string } | null
  startedBy: { id: string; email: string | null } | null
}

export type AgentsQueryVariables = Exact<{
  accountId: string
  status?: Array<Types.AgentStatus> | Types.AgentStatus | null | undefined
  page?: number
  pageSize?: number
}>

export type AgentsQuery = {
  account: {
    usage: { activeAgents: number }
    agents: {
      totalCount: number
      page: number
      pageSize: number
      pageCount: number
      nodes: Array<{
        id: string
        name: string | null
        status: Types.AgentStatus
        connected: boolean
        health: Types.AgentHealth
        roundTripMs: number | null
        assignedDomain: string
        publicUrl: string
        forwardingTo: string
        startedAt: string
        stoppedAt: string | null
        requestCount: number
        dataIn: number
        dataOut: number
        viewerCanStop: boolean
        lastFailure: { requestId: string; code: string; cause: string; fix: string; detail: string | null } | null
        gateway: { id: string; subdomain: string } | null
        startedBy: { id: string; email: string | null } | null
      }>
    }
  }
}

export type AgentTicketFieldsFragment = {
  ticket: string
  ticketExpiresAt: string
  edgeUrls: Array<string>
  agent: {
    id: string
    name: string | null
    status: Types.AgentStatus
    connected: boolean
    health: Types.AgentHealth
    roundTripMs: number | null
    assignedDomain: string
    publicUrl: string
    forwardingTo: string
    startedAt: string
    stoppedAt: string | null
    requestCount: number
    dataIn: number
    dataOut: number
    viewerCanStop: boolean
    lastFailure: { requestId: string; code: string; cause: string; fix: string; detail: string | null } | null
    gateway: { id: string; subdomain: string } | null
    startedBy: { id: string; email: string | null } | null
  }
}

export type StartAgentMutationVariables = Exact<{
  input: Types.StartAgentInput
}>

export type StartAgentMutation = {
  startAgent: {
    ticket: string
    ticketExpiresAt: string
    edgeUrls: Array<string>
    agent: {
      id: string
      name: string | null
      status: Types.AgentStatus
      connected: boolean
      health: Types.AgentHealth
      roundTripMs: number | null
      assignedDomain: string
      publicUrl: string
      forwardingTo: string
      startedAt: string
      stoppedAt: string | null
      requestCount: number
      dataIn: number
      dataOut: number
      viewerCanStop: boolean
      lastFailure: { requestId: string; code: string; cause: string; fix: string; detail: string | null } | null
      gateway: { id: string; subdomain: string } | null
      startedBy: { id: string; email: string | null } | null
    }
  }
}

export type RenewAgentTicketMutationVariables = Exact<{
  input: Types.RenewAgentTicketInput
}>

export type RenewAgentTicketMutation = {
  renewAgentTicket: {
    ticket: string
    ticketExpiresAt: string
    edgeUrls: Array<string>
    agent: {
      id: string
      name: string | null
      status: Types.AgentStatus
      connected: boolean
      health: Types.AgentHealth
      roundTripMs: number | null
      assignedDomain: string
      publicUrl: string
      forwardingTo: string
      startedAt: string
      stoppedAt: string | null
      requestCount: number
      dataIn: number
      dataOut: number
      viewerCanStop: boolean
      lastFailure: { requestId: string; code: string; cause: string; fix: string; detail: string | null } | null
      gateway: { id: string; subdomain: string } | null
      startedBy: { id: string; email: string | null } | null
    }
  }
}

export type ReportAgentMutationVariables = Exact<{
  input: Types.ReportAgentInput
}>

export type ReportAgentMutation = {
  reportAgent: {
    agent: {
      id: string
      name: string | null
      status: Types.AgentStatus
      connected: boolean
      health: Types.AgentHealth
      roundTripMs: number | null
      assignedDomain: string
      publicUrl: string
      forwardingTo: string
      startedAt: string
      stoppedAt: string | null
      requestCount: number
      dataIn: number
      dataOut: number
      viewerCanStop: boolean
      lastFailure: { requestId: string; code: string; cause: string; fix: string; detail: string | null } | null
      gateway: { id: string; subdomain: string } | null
      startedBy: { id: string; email: string | null } | null
    }
  }
}

export type StopAgentMutationVariables = Exact<{
  input: Types.StopAgentInput
}>

export type StopAgentMutation = {
  stopAgent: {
    agent: {
      id: string
      name: string | null
      status: Types.AgentStatus
      connected: boolean
      health: Types.AgentHealth
      roundTripMs: number | null
      assignedDomain: string
      publicUrl: string
      forwardingTo: string
      startedAt: string
      stoppedAt: string | null
      requestCount: number
      dataIn: number
      dataOut: number
      viewerCanStop: boolean
      lastFailure: { requestId: string; code: string; cause: string; fix: string; detail: string | null } | null
      gateway: { id: string; subdomain: string } | null
      startedBy: { id: string; email: string | null } | null
    }
  }
}

export type AgentChangedSubscriptionVariables = Exact<{
  accountId: string
}>

export type AgentChangedSubscription = {
  agentChanged: {
    id: string
    name: string | null
    status: Types.AgentStatus
    connected: boolean
    health: Types.AgentHealth
    roundTripMs: number | null
    assignedDomain: string
    publicUrl: string
    forwardingTo: string
    startedAt: string
    stoppedAt: string | null
    requestCount: number
    dataIn: number
    dataOut: number
    viewerCanStop: boolean
    lastFailure: { requestId: string; code: string; cause: string; fix: string; detail: string | null } | null
    gateway: { id: string; subdomain: string } | null
    startedBy: { id: string; email: string | null } | null
  }
}

export type GatewaySessionsQueryVariables = Exact<{
  accountId: string
  from: string
  to: string
}>

export type GatewaySessionsQuery = {
  account: {
    gatewaySessions: Array<{ sessionCount: number; runSeconds: number; gateway: { id: string; name: string } | null }>
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
export const AgentFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment AgentFields on Agent {
  id
  name
  status
  connected
  health
  roundTripMs
  lastFailure {
    requestId
    code
    cause
    fix
    detail
  }
  assignedDomain
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
  viewerCanStop
  gateway {
    id
    subdomain
  }
  startedBy {
    id
    email
  }
}
    `,
  { fragmentName: 'AgentFields' },
) as unknown as TypedDocumentString<AgentFieldsFragment, unknown>
export const AgentTicketFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment AgentTicketFields on AgentTicketPayload {
  ticket
  ticketExpiresAt
  edgeUrls
  agent {
    ...AgentFields
  }
}
    fragment AgentFields on Agent {
  id
  name
  status
  connected
  health
  roundTripMs
  lastFailure {
    requestId
    code
    cause
    fix
    detail
  }
  assignedDomain
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
  viewerCanStop
  gateway {
    id
    subdomain
  }
  startedBy {
    id
    email
  }
}`,
  { fragmentName: 'AgentTicketFields' },
) as unknown as TypedDocumentString<AgentTicketFieldsFragment, unknown>
export const AgentsDocument = new TypedDocumentString(`
    query Agents($accountId: ID!, $status: [AgentStatus!], $page: Int! = 1, $pageSize: Int! = 10) {
  account(id: $accountId) {
    usage {
      activeAgents
    }
    agents(status: $status, page: $page, pageSize: $pageSize) {
      totalCount
      page
      pageSize
      pageCount
      nodes {
        ...AgentFields
      }
    }
  }
}
    fragment AgentFields on Agent {
  id
  name
  status
  connected
  health
  roundTripMs
  lastFailure {
    requestId
    code
    cause
    fix
    detail
  }
  assignedDomain
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
  viewerCanStop
  gateway {
    id
    subdomain
  }
  startedBy {
    id
    email
  }
}`) as unknown as TypedDocumentString<AgentsQuery, AgentsQueryVariables>
export const StartAgentDocument = new TypedDocumentString(`
    mutation StartAgent($input: StartAgentInput!) {
  startAgent(input: $input) {
    ...AgentTicketFields
  }
}
    fragment AgentFields on Agent {
  id
  name
  status
  connected
  health
  roundTripMs
  lastFailure {
    requestId
    code
    cause
    fix
    detail
  }
  assignedDomain
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
  viewerCanStop
  gateway {
    id
    subdomain
  }
  startedBy {
    id
    email
  }
}
fragment AgentTicketFields on AgentTicketPayload {
  ticket
  ticketExpiresAt
  edgeUrls
  agent {
    ...AgentFields
  }
}`) as unknown as TypedDocumentString<StartAgentMutation, StartAgentMutationVariables>
export const RenewAgentTicketDocument = new TypedDocumentString(`
    mutation RenewAgentTicket($input: RenewAgentTicketInput!) {
  renewAgentTicket(input: $input) {
    ...AgentTicketFields
  }
}
    fragment AgentFields on Agent {
  id
  name
  status
  connected
  health
  roundTripMs
  lastFailure {
    requestId
    code
    cause
    fix
    detail
  }
  assignedDomain
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
  viewerCanStop
  gateway {
    id
    subdomain
  }
  startedBy {
    id
    email
  }
}
fragment AgentTicketFields on AgentTicketPayload {
  ticket
  ticketExpiresAt
  edgeUrls
  agent {
    ...AgentFields
  }
}`) as unknown as TypedDocumentString<RenewAgentTicketMutation, RenewAgentTicketMutationVariables>
export const ReportAgentDocument = new TypedDocumentString(`
    mutation ReportAgent($input: ReportAgentInput!) {
  reportAgent(input: $input) {
    agent {
      ...AgentFields
    }
  }
}
    fragment AgentFields on Agent {
  id
  name
  status
  connected
  health
  roundTripMs
  lastFailure {
    requestId
    code
    cause
    fix
    detail
  }
  assignedDomain
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
  viewerCanStop
  gateway {
    id
    subdomain
  }
  startedBy {
    id
    email
  }
}`) as unknown as TypedDocumentString<ReportAgentMutation, ReportAgentMutationVariables>
export const StopAgentDocument = new TypedDocumentString(`
    mutation StopAgent($input: StopAgentInput!) {
  stopAgent(input: $input) {
    agent {
      ...AgentFields
    }
  }
}
    fragment AgentFields on Agent {
  id
  name
  status
  connected
  health
  roundTripMs
  lastFailure {
    requestId
    code
    cause
    fix
    detail
  }
  assignedDomain
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
  viewerCanStop
  gateway {
    id
    subdomain
  }
  startedBy {
    id
    email
  }
}`) as unknown as TypedDocumentString<StopAgentMutation, StopAgentMutationVariables>
export const AgentChangedDocument = new TypedDocumentString(`
    subscription AgentChanged($accountId: ID!) {
  agentChanged(accountId: $accountId) {
    ...AgentFields
  }
}
    fragment AgentFields on Agent {
  id
  name
  status
  connected
  health
  roundTripMs
  lastFailure {
    requestId
    code
    cause
    fix
    detail
  }
  assignedDomain
  publicUrl
  forwardingTo
  startedAt
  stoppedAt
  requestCount
  dataIn
  dataOut
  viewerCanStop
  gateway {
    id
    subdomain
  }
  startedBy {
    id
    email
  }
}`) as unknown as TypedDocumentString<AgentChangedSubscription, AgentChangedSubscriptionVariables>
export const GatewaySessionsDocument = new TypedDocumentString(`
    query GatewaySessions($accountId: ID!, $from: Date!, $to: Date!) {
  account(id: $accountId) {
    gatewaySessions(from: $from, to: $to) {
      gateway {
        id
        name
      }
      sessionCount
      runSeconds
    }
  }
}
    `) as unknown as TypedDocumentString<GatewaySessionsQuery, GatewaySessionsQueryVariables>
