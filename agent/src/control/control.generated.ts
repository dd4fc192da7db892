/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type TicketFieldsFragment = {
  ticket: string
  ticketExpiresAt: string
  edgeUrls: Array<string>
  edgeAuthorities: Array<string>
  agent: { id: string; assignedDomain: string; publicUrl: string }
}

export type StartAgentMutationVariables = Exact<{
  input: Types.StartAgentInput
}>

export type StartAgentMutation = {
  startAgent: {
    ticket: string
    ticketExpiresAt: string
    edgeUrls: Array<string>
    edgeAuthorities: Array<string>
    agent: { id: string; assignedDomain: string; publicUrl: string }
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
    edgeAuthorities: Array<string>
    agent: { id: string; assignedDomain: string; publicUrl: string }
  }
}

export type ReportAgentMutationVariables = Exact<{
  input: Types.ReportAgentInput
}>

export type ReportAgentMutation = { reportAgent: { agent: { id: string; status: Types.AgentStatus } } }

export type StopAgentMutationVariables = Exact<{
  input: Types.StopAgentInput
}>

export type StopAgentMutation = { stopAgent: { agent: { id: string; status: Types.AgentStatus } } }

export type HolderFieldsFragment = {
  kind: Types.AuthTokenKind
  tokenName: string
  account: { name: string; namespace: string }
  user: { fullName: string; email: string | null } | null
}

export type RequestCommandLineSignInMutationVariables = Exact<{
  input: Types.RequestCommandLineSignInInput
}>

export type RequestCommandLineSignInMutation = {
  requestCommandLineSignIn: {
    deviceCode: string
    userCode: string
    verificationUrl: string
    verificationUrlComplete: string
    expiresAt: string
    intervalSeconds: number
  }
}

export type RedeemCommandLineSignInMutationVariables = Exact<{
  input: Types.RedeemCommandLineSignInInput
}>

export type RedeemCommandLineSignInMutation = {
  redeemCommandLineSignIn: {
    status: Types.CommandLineRedemption
    secret: string | null
    holder: {
      kind: Types.AuthTokenKind
      tokenName: string
      account: { name: string; namespace: string }
      user: { fullName: string; email: string | null } | null
    } | null
  }
}

export type SiteVersionQueryVariables = Exact<{ [key: string]: never }>

export type SiteVersionQuery = { site: { version: string } }

export type TokenHolderQueryVariables = Exact<{ [key: string]: never }>

export type TokenHolderQuery = {
  tokenHolder: {
    kind: Types.AuthTokenKind
    tokenName: string
    account: { name: string; namespace: string }
    user: { fullName: string; email: string | null } | null
  }
}

export type AgentTokenTermsQueryVariables = Exact<{ [key: string]: never }>

export type AgentTokenTermsQuery = { tokenHolder: { allowed: string | null; expiresAt: string | null } }

export type ExchangeTokenMutationVariables = Exact<{
  input: Types.ExchangeTokenInput
}>

export type ExchangeTokenMutation = { exchangeToken: { secret: string } }

export type EndOwnTokenMutationVariables = Exact<{ [key: string]: never }>

export type EndOwnTokenMutation = { endOwnToken: { machineToken: { id: string } } }

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
export const TicketFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment TicketFields on AgentTicketPayload {
  agent {
    id
    assignedDomain
    publicUrl
  }
  ticket
  ticketExpiresAt
  edgeUrls
  edgeAuthorities
}
    `,
  { fragmentName: 'TicketFields' },
) as unknown as TypedDocumentString<TicketFieldsFragment, unknown>
export const HolderFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment HolderFields on TokenHolder {
  kind
  tokenName
  account {
    name
    namespace
  }
  user {
    fullName
    email
  }
}
    `,
  { fragmentName: 'HolderFields' },
) as unknown as TypedDocumentString<HolderFieldsFragment, unknown>
export const StartAgentDocument = new TypedDocumentString(`
    mutation StartAgent($input: StartAgentInput!) {
  startAgent(input: $input) {
    ...TicketFields
  }
}
    fragment TicketFields on AgentTicketPayload {
  agent {
    id
    assignedDomain
    publicUrl
  }
  ticket
  ticketExpiresAt
  edgeUrls
  edgeAuthorities
}`) as unknown as TypedDocumentString<StartAgentMutation, StartAgentMutationVariables>
export const RenewAgentTicketDocument = new TypedDocumentString(`
    mutation RenewAgentTicket($input: RenewAgentTicketInput!) {
  renewAgentTicket(input: $input) {
    ...TicketFields
  }
}
    fragment TicketFields on AgentTicketPayload {
  agent {
    id
    assignedDomain
    publicUrl
  }
  ticket
  ticketExpiresAt
  edgeUrls
  edgeAuthorities
}`) as unknown as TypedDocumentString<RenewAgentTicketMutation, RenewAgentTicketMutationVariables>
export const ReportAgentDocument = new TypedDocumentString(`
    mutation ReportAgent($input: ReportAgentInput!) {
  reportAgent(input: $input) {
    agent {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<ReportAgentMutation, ReportAgentMutationVariables>
export const StopAgentDocument = new TypedDocumentString(`
    mutation StopAgent($input: StopAgentInput!) {
  stopAgent(input: $input) {
    agent {
      id
      status
    }
  }
}
    `) as unknown as TypedDocumentString<StopAgentMutation, StopAgentMutationVariables>
export const RequestCommandLineSignInDocument = new TypedDocumentString(`
    mutation RequestCommandLineSignIn($input: RequestCommandLineSignInInput!) {
  requestCommandLineSignIn(input: $input) {
    deviceCode
    userCode
    verificationUrl
    verificationUrlComplete
    expiresAt
    intervalSeconds
  }
}
    `) as unknown as TypedDocumentString<RequestCommandLineSignInMutation, RequestCommandLineSignInMutationVariables>
export const RedeemCommandLineSignInDocument = new TypedDocumentString(`
    mutation RedeemCommandLineSignIn($input: RedeemCommandLineSignInInput!) {
  redeemCommandLineSignIn(input: $input) {
    status
    secret
    holder {
      ...HolderFields
    }
  }
}
    fragment HolderFields on TokenHolder {
  kind
  tokenName
  account {
    name
    namespace
  }
  user {
    fullName
    email
  }
}`) as unknown as TypedDocumentString<RedeemCommandLineSignInMutation, RedeemCommandLineSignInMutationVariables>
export const SiteVersionDocument = new TypedDocumentString(`
    query SiteVersion {
  site {
    version
  }
}
    `) as unknown as TypedDocumentString<SiteVersionQuery, SiteVersionQueryVariables>
export const TokenHolderDocument = new TypedDocumentString(`
    query TokenHolder {
  tokenHolder {
    ...HolderFields
  }
}
    fragment HolderFields on TokenHolder {
  kind
  tokenName
  account {
    name
    namespace
  }
  user {
    fullName
    email
  }
}`) as unknown as TypedDocumentString<TokenHolderQuery, TokenHolderQueryVariables>
export const AgentTokenTermsDocument = new TypedDocumentString(`
    query AgentTokenTerms {
  tokenHolder {
    allowed
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<AgentTokenTermsQuery, AgentTokenTermsQueryVariables>
export const ExchangeTokenDocument = new TypedDocumentString(`
    mutation ExchangeToken($input: ExchangeTokenInput!) {
  exchangeToken(input: $input) {
    secret
  }
}
    `) as unknown as TypedDocumentString<ExchangeTokenMutation, ExchangeTokenMutationVariables>
export const EndOwnTokenDocument = new TypedDocumentString(`
    mutation EndOwnToken {
  endOwnToken {
    machineToken {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<EndOwnTokenMutation, EndOwnTokenMutationVariables>
