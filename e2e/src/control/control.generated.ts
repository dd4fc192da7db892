/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '@culvert/schema/client-types'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type SignUpMutationVariables = Exact<{
  input: Types.SignUpInput
}>

export type SignUpMutation = { signUp: { session: { accessToken: string } } }

export type SignInMutationVariables = Exact<{
  input: Types.SignInInput
}>

export type SignInMutation = { signIn: { session: { accessToken: string } } }

export type ViewerAccountsQueryVariables = Exact<{ [key: string]: never }>

export type ViewerAccountsQuery = {
  viewer: {
    memberships: Array<{
      role: Types.Role
      account: { id: string; name: string; namespace: string; plan: { name: string } }
    }>
  }
}

export type SiteQueryVariables = Exact<{ [key: string]: never }>

export type SiteQuery = {
  site: { version: string; availableSubpointDomains: Array<{ domain: string; isDefault: boolean }> }
}

export type CreateAuthTokenMutationVariables = Exact<{
  input: Types.CreateAuthTokenInput
}>

export type CreateAuthTokenMutation = { createAuthToken: { secret: string; authToken: { id: string } } }

export type DeleteAuthTokenMutationVariables = Exact<{
  input: Types.DeleteAuthTokenInput
}>

export type DeleteAuthTokenMutation = { deleteAuthToken: { authToken: { id: string } } }

export type CreateGatewayMutationVariables = Exact<{
  input: Types.CreateGatewayInput
}>

export type CreateGatewayMutation = {
  createGateway: { gateway: { id: string; name: string; subdomain: string; publicUrl: string } }
}

export type DeleteGatewayMutationVariables = Exact<{
  input: Types.DeleteGatewayInput
}>

export type DeleteGatewayMutation = { deleteGateway: { gateway: { id: string } } }

export type AgentsQueryVariables = Exact<{
  accountId: string
}>

export type AgentsQuery = {
  account: {
    agents: {
      nodes: Array<{
        id: string
        status: Types.AgentStatus
        connected: boolean
        assignedDomain: string
        requestCount: number
        dataIn: number
        dataOut: number
        stoppedAt: string | null
      }>
    }
    gateways: Array<{ name: string; subdomain: string; tunnelBinding: string | null }>
  }
}

export type AddIpRestrictionMutationVariables = Exact<{
  input: Types.AddIpRestrictionInput
}>

export type AddIpRestrictionMutation = { addIpRestriction: { ipRestriction: { id: string } } }

export type InviteMemberMutationVariables = Exact<{
  input: Types.InviteMemberInput
}>

export type InviteMemberMutation = { inviteMember: { invite: { id: string; url: string | null } } }

export type VerifyEmailMutationVariables = Exact<{
  input: Types.VerifyEmailInput
}>

export type VerifyEmailMutation = { verifyEmail: { user: { emailVerifiedAt: string | null } } }

export type AcceptInviteMutationVariables = Exact<{
  input: Types.AcceptInviteInput
}>

export type AcceptInviteMutation = { acceptInvite: { membership: { id: string } } }

export type RemoveIpRestrictionMutationVariables = Exact<{
  input: Types.RemoveIpRestrictionInput
}>

export type RemoveIpRestrictionMutation = { removeIpRestriction: { ipRestriction: { id: string } } }

export type DaysQueryVariables = Exact<{
  accountId: string
  from: string
  to: string
}>

export type DaysQuery = { account: { usageTotals: Array<{ date: string; apiRequests: number; dataOutBytes: number }> } }

export type TrafficQueryVariables = Exact<{
  accountId: string
}>

export type TrafficQuery = { account: { usage: { apiRequests: number; dataOutBytes: number; agentMinutes: number } } }

export type CheckGatewayMutationVariables = Exact<{
  input: Types.CheckGatewayInput
}>

export type CheckGatewayMutation = {
  checkGateway: {
    check: {
      publicUrl: string
      passed: boolean
      steps: Array<{
        hop: Types.ConnectionHop
        state: Types.ConnectionState
        durationMs: number | null
        code: string | null
        message: string | null
        fix: string | null
      }>
    }
  }
}

export type SignOutMutationVariables = Exact<{
  input: Types.SignOutInput
}>

export type SignOutMutation = { signOut: { ended: boolean } }

export type TunnelErrorQueryVariables = Exact<{
  report: string
}>

export type TunnelErrorQuery = {
  tunnelError: {
    hop: Types.ConnectionHop
    method: string
    path: string
    url: string
    failure: { requestId: string; code: string; detail: string | null }
  }
}

export type AgentHealthQueryVariables = Exact<{
  accountId: string
}>

export type AgentHealthQuery = {
  account: {
    agents: { nodes: Array<{ health: Types.AgentHealth; lastFailure: { requestId: string; code: string } | null }> }
  }
}

export type StartSessionMutationVariables = Exact<{
  input: Types.StartAgentInput
}>

export type StartSessionMutation = { startAgent: { ticket: string; agent: { id: string; assignedDomain: string } } }

export type EndSessionMutationVariables = Exact<{
  input: Types.StopAgentInput
}>

export type EndSessionMutation = { stopAgent: { agent: { id: string } } }

export type ReportSessionMutationVariables = Exact<{
  input: Types.ReportAgentInput
}>

export type ReportSessionMutation = { reportAgent: { agent: { id: string } } }

export type RemoveMemberMutationVariables = Exact<{
  input: Types.RemoveMemberInput
}>

export type RemoveMemberMutation = { removeMember: { memberId: string } }

export type RenameAccountMutationVariables = Exact<{
  input: Types.UpdateAccountInput
}>

export type RenameAccountMutation = { updateAccount: { account: { name: string } } }

export type AccountChangedSubscriptionVariables = Exact<{
  accountId: string
}>

export type AccountChangedSubscription = { accountChanged: { name: string } }

export type OpenAccountMutationVariables = Exact<{
  input: Types.CreateAccountInput
}>

export type OpenAccountMutation = { createAccount: { membership: { account: { id: string } } } }

export type AddCustomDomainMutationVariables = Exact<{
  input: Types.AddDomainInput
}>

export type AddCustomDomainMutation = {
  addDomain: { domain: { id: string; dnsRecords: Array<{ type: Types.DnsRecordType; value: string }> } }
}

export type VerifyCustomDomainMutationVariables = Exact<{
  input: Types.VerifyDomainInput
}>

export type VerifyCustomDomainMutation = { verifyDomain: { domain: { id: string } } }

export type CustomDomainsQueryVariables = Exact<{
  accountId: string
}>

export type CustomDomainsQuery = {
  account: {
    domains: Array<{
      status: Types.DomainStatus
      verifying: boolean
      lastCheckMessage: string | null
      findings: Array<{ aspect: Types.DomainAspect; outcome: Types.FindingOutcome; advice: string | null }>
      certificate: {
        stage: Types.CertificateStage
        issuedAt: string | null
        expiresAt: string | null
        renewsAt: string | null
        lastError: string | null
      } | null
    }>
  }
}

export type CreateCustomGatewayMutationVariables = Exact<{
  input: Types.CreateGatewayInput
}>

export type CreateCustomGatewayMutation = { createGateway: { gateway: { id: string } } }

export type DomainCertificateQueryVariables = Exact<{
  accountId: string
}>

export type DomainCertificateQuery = {
  account: {
    domains: Array<{
      certificate: {
        stage: Types.CertificateStage
        expiresAt: string | null
        renewsAt: string | null
        lastError: string | null
        advice: string | null
      } | null
    }>
  }
}

export type AskToSignInMutationVariables = Exact<{
  input: Types.RequestCommandLineSignInInput
}>

export type AskToSignInMutation = { requestCommandLineSignIn: { userCode: string } }

export type CreateAgentTokenMutationVariables = Exact<{
  input: Types.CreateAgentTokenInput
}>

export type CreateAgentTokenMutation = { createAgentToken: { secret: string; agentToken: { id: string } } }

export type RevokeAgentTokenMutationVariables = Exact<{
  input: Types.RevokeAgentTokenInput
}>

export type RevokeAgentTokenMutation = { revokeAgentToken: { agentToken: { id: string } } }

export type UsageByLabelQueryVariables = Exact<{
  accountId: string
  from: string
  to: string
}>

export type UsageByLabelQuery = {
  account: {
    usageByLabel: Array<{ label: string | null; apiRequests: number; dataOutBytes: number }>
    usageTotals: Array<{ apiRequests: number; dataOutBytes: number }>
  }
}

export type CreateTrustMutationVariables = Exact<{
  input: Types.CreateTrustInput
}>

export type CreateTrustMutation = { createTrust: { trust: { id: string } } }

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

export const SignUpDocument = new TypedDocumentString(`
    mutation SignUp($input: SignUpInput!) {
  signUp(input: $input) {
    session {
      accessToken
    }
  }
}
    `) as unknown as TypedDocumentString<SignUpMutation, SignUpMutationVariables>
export const SignInDocument = new TypedDocumentString(`
    mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    session {
      accessToken
    }
  }
}
    `) as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>
export const ViewerAccountsDocument = new TypedDocumentString(`
    query ViewerAccounts {
  viewer {
    memberships {
      role
      account {
        id
        name
        namespace
        plan {
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerAccountsQuery, ViewerAccountsQueryVariables>
export const SiteDocument = new TypedDocumentString(`
    query Site {
  site {
    version
    availableSubpointDomains {
      domain
      isDefault
    }
  }
}
    `) as unknown as TypedDocumentString<SiteQuery, SiteQueryVariables>
export const CreateAuthTokenDocument = new TypedDocumentString(`
    mutation CreateAuthToken($input: CreateAuthTokenInput!) {
  createAuthToken(input: $input) {
    authToken {
      id
    }
    secret
  }
}
    `) as unknown as TypedDocumentString<CreateAuthTokenMutation, CreateAuthTokenMutationVariables>
export const DeleteAuthTokenDocument = new TypedDocumentString(`
    mutation DeleteAuthToken($input: DeleteAuthTokenInput!) {
  deleteAuthToken(input: $input) {
    authToken {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteAuthTokenMutation, DeleteAuthTokenMutationVariables>
export const CreateGatewayDocument = new TypedDocumentString(`
    mutation CreateGateway($input: CreateGatewayInput!) {
  createGateway(input: $input) {
    gateway {
      id
      name
      subdomain
      publicUrl
    }
  }
}
    `) as unknown as TypedDocumentString<CreateGatewayMutation, CreateGatewayMutationVariables>
export const DeleteGatewayDocument = new TypedDocumentString(`
    mutation DeleteGateway($input: DeleteGatewayInput!) {
  deleteGateway(input: $input) {
    gateway {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<DeleteGatewayMutation, DeleteGatewayMutationVariables>
export const AgentsDocument = new TypedDocumentString(`
    query Agents($accountId: ID!) {
  account(id: $accountId) {
    agents {
      nodes {
        id
        status
        connected
        assignedDomain
        requestCount
        dataIn
        dataOut
        stoppedAt
      }
    }
    gateways {
      name
      subdomain
      tunnelBinding
    }
  }
}
    `) as unknown as TypedDocumentString<AgentsQuery, AgentsQueryVariables>
export const AddIpRestrictionDocument = new TypedDocumentString(`
    mutation AddIpRestriction($input: AddIpRestrictionInput!) {
  addIpRestriction(input: $input) {
    ipRestriction {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<AddIpRestrictionMutation, AddIpRestrictionMutationVariables>
export const InviteMemberDocument = new TypedDocumentString(`
    mutation InviteMember($input: InviteMemberInput!) {
  inviteMember(input: $input) {
    invite {
      id
      url
    }
  }
}
    `) as unknown as TypedDocumentString<InviteMemberMutation, InviteMemberMutationVariables>
export const VerifyEmailDocument = new TypedDocumentString(`
    mutation VerifyEmail($input: VerifyEmailInput!) {
  verifyEmail(input: $input) {
    user {
      emailVerifiedAt
    }
  }
}
    `) as unknown as TypedDocumentString<VerifyEmailMutation, VerifyEmailMutationVariables>
export const AcceptInviteDocument = new TypedDocumentString(`
    mutation AcceptInvite($input: AcceptInviteInput!) {
  acceptInvite(input: $input) {
    membership {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<AcceptInviteMutation, AcceptInviteMutationVariables>
export const RemoveIpRestrictionDocument = new TypedDocumentString(`
    mutation RemoveIpRestriction($input: RemoveIpRestrictionInput!) {
  removeIpRestriction(input: $input) {
    ipRestriction {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveIpRestrictionMutation, RemoveIpRestrictionMutationVariables>
export const DaysDocument = new TypedDocumentString(`
    query Days($accountId: ID!, $from: Date!, $to: Date!) {
  account(id: $accountId) {
    usageTotals(from: $from, to: $to) {
      date
      apiRequests
      dataOutBytes
    }
  }
}
    `) as unknown as TypedDocumentString<DaysQuery, DaysQueryVariables>
export const TrafficDocument = new TypedDocumentString(`
    query Traffic($accountId: ID!) {
  account(id: $accountId) {
    usage {
      apiRequests
      dataOutBytes
      agentMinutes
    }
  }
}
    `) as unknown as TypedDocumentString<TrafficQuery, TrafficQueryVariables>
export const CheckGatewayDocument = new TypedDocumentString(`
    mutation CheckGateway($input: CheckGatewayInput!) {
  checkGateway(input: $input) {
    check {
      publicUrl
      passed
      steps {
        hop
        state
        durationMs
        code
        message
        fix
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CheckGatewayMutation, CheckGatewayMutationVariables>
export const SignOutDocument = new TypedDocumentString(`
    mutation SignOut($input: SignOutInput!) {
  signOut(input: $input) {
    ended
  }
}
    `) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>
export const TunnelErrorDocument = new TypedDocumentString(`
    query TunnelError($report: String!) {
  tunnelError(report: $report) {
    failure {
      requestId
      code
      detail
    }
    hop
    method
    path
    url
  }
}
    `) as unknown as TypedDocumentString<TunnelErrorQuery, TunnelErrorQueryVariables>
export const AgentHealthDocument = new TypedDocumentString(`
    query AgentHealth($accountId: ID!) {
  account(id: $accountId) {
    agents {
      nodes {
        health
        lastFailure {
          requestId
          code
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AgentHealthQuery, AgentHealthQueryVariables>
export const StartSessionDocument = new TypedDocumentString(`
    mutation StartSession($input: StartAgentInput!) {
  startAgent(input: $input) {
    agent {
      id
      assignedDomain
    }
    ticket
  }
}
    `) as unknown as TypedDocumentString<StartSessionMutation, StartSessionMutationVariables>
export const EndSessionDocument = new TypedDocumentString(`
    mutation EndSession($input: StopAgentInput!) {
  stopAgent(input: $input) {
    agent {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<EndSessionMutation, EndSessionMutationVariables>
export const ReportSessionDocument = new TypedDocumentString(`
    mutation ReportSession($input: ReportAgentInput!) {
  reportAgent(input: $input) {
    agent {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ReportSessionMutation, ReportSessionMutationVariables>
export const RemoveMemberDocument = new TypedDocumentString(`
    mutation RemoveMember($input: RemoveMemberInput!) {
  removeMember(input: $input) {
    memberId
  }
}
    `) as unknown as TypedDocumentString<RemoveMemberMutation, RemoveMemberMutationVariables>
export const RenameAccountDocument = new TypedDocumentString(`
    mutation RenameAccount($input: UpdateAccountInput!) {
  updateAccount(input: $input) {
    account {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<RenameAccountMutation, RenameAccountMutationVariables>
export const AccountChangedDocument = new TypedDocumentString(`
    subscription AccountChanged($accountId: ID!) {
  accountChanged(accountId: $accountId) {
    name
  }
}
    `) as unknown as TypedDocumentString<AccountChangedSubscription, AccountChangedSubscriptionVariables>
export const OpenAccountDocument = new TypedDocumentString(`
    mutation OpenAccount($input: CreateAccountInput!) {
  createAccount(input: $input) {
    membership {
      account {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<OpenAccountMutation, OpenAccountMutationVariables>
export const AddCustomDomainDocument = new TypedDocumentString(`
    mutation AddCustomDomain($input: AddDomainInput!) {
  addDomain(input: $input) {
    domain {
      id
      dnsRecords {
        type
        value
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AddCustomDomainMutation, AddCustomDomainMutationVariables>
export const VerifyCustomDomainDocument = new TypedDocumentString(`
    mutation VerifyCustomDomain($input: VerifyDomainInput!) {
  verifyDomain(input: $input) {
    domain {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<VerifyCustomDomainMutation, VerifyCustomDomainMutationVariables>
export const CustomDomainsDocument = new TypedDocumentString(`
    query CustomDomains($accountId: ID!) {
  account(id: $accountId) {
    domains {
      status
      verifying
      lastCheckMessage
      findings {
        aspect
        outcome
        advice
      }
      certificate {
        stage
        issuedAt
        expiresAt
        renewsAt
        lastError
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CustomDomainsQuery, CustomDomainsQueryVariables>
export const CreateCustomGatewayDocument = new TypedDocumentString(`
    mutation CreateCustomGateway($input: CreateGatewayInput!) {
  createGateway(input: $input) {
    gateway {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CreateCustomGatewayMutation, CreateCustomGatewayMutationVariables>
export const DomainCertificateDocument = new TypedDocumentString(`
    query DomainCertificate($accountId: ID!) {
  account(id: $accountId) {
    domains {
      certificate {
        stage
        expiresAt
        renewsAt
        lastError
        advice
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DomainCertificateQuery, DomainCertificateQueryVariables>
export const AskToSignInDocument = new TypedDocumentString(`
    mutation AskToSignIn($input: RequestCommandLineSignInInput!) {
  requestCommandLineSignIn(input: $input) {
    userCode
  }
}
    `) as unknown as TypedDocumentString<AskToSignInMutation, AskToSignInMutationVariables>
export const CreateAgentTokenDocument = new TypedDocumentString(`
    mutation CreateAgentToken($input: CreateAgentTokenInput!) {
  createAgentToken(input: $input) {
    agentToken {
      id
    }
    secret
  }
}
    `) as unknown as TypedDocumentString<CreateAgentTokenMutation, CreateAgentTokenMutationVariables>
export const RevokeAgentTokenDocument = new TypedDocumentString(`
    mutation RevokeAgentToken($input: RevokeAgentTokenInput!) {
  revokeAgentToken(input: $input) {
    agentToken {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<RevokeAgentTokenMutation, RevokeAgentTokenMutationVariables>
export const UsageByLabelDocument = new TypedDocumentString(`
    query UsageByLabel($accountId: ID!, $from: Date!, $to: Date!) {
  account(id: $accountId) {
    usageByLabel(from: $from, to: $to) {
      label
      apiRequests
      dataOutBytes
    }
    usageTotals(from: $from, to: $to) {
      apiRequests
      dataOutBytes
    }
  }
}
    `) as unknown as TypedDocumentString<UsageByLabelQuery, UsageByLabelQueryVariables>
export const CreateTrustDocument = new TypedDocumentString(`
    mutation CreateTrust($input: CreateTrustInput!) {
  createTrust(input: $input) {
    trust {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<CreateTrustMutation, CreateTrustMutationVariables>
