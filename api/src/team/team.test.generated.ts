/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type MemberFieldsFragment = {
  id: string
  role: Types.Role
  createdAt: string
  viewerCanChangeRole: boolean
  viewerCanRemove: boolean
  viewerCanTransferOwnershipTo: boolean
  user: { id: string; email: string | null; fullName: string }
}

export type InviteFieldsFragment = {
  id: string
  email: string
  role: Types.Role
  status: Types.InviteStatus
  url: string | null
  expiresAt: string
  createdAt: string
  updatedAt: string
  viewerCanRevoke: boolean
  invitedBy: { id: string } | null
}

export type ReceivedInviteFieldsFragment = {
  inviteId: string
  email: string
  token: string
  accountName: string
  accountNamespace: string
  invitedByName: string | null
  role: Types.Role
  expiresAt: string
}

export type TeamQueryVariables = Exact<{
  accountId: string
  status?: Array<Types.InviteStatus> | Types.InviteStatus | null | undefined
}>

export type TeamQuery = {
  account: {
    viewerRole: Types.Role
    viewerCanInvite: boolean
    viewerCanLeave: boolean
    viewerCanTransferOwnership: boolean
    members: Array<{
      id: string
      role: Types.Role
      createdAt: string
      viewerCanChangeRole: boolean
      viewerCanRemove: boolean
      viewerCanTransferOwnershipTo: boolean
      user: { id: string; email: string | null; fullName: string }
    }>
    invites: Array<{
      id: string
      email: string
      role: Types.Role
      status: Types.InviteStatus
      url: string | null
      expiresAt: string
      createdAt: string
      updatedAt: string
      viewerCanRevoke: boolean
      invitedBy: { id: string } | null
    }>
  }
}

export type ReceivedInvitesQueryVariables = Exact<{ [key: string]: never }>

export type ReceivedInvitesQuery = {
  viewer: {
    invites: Array<{
      inviteId: string
      email: string
      token: string
      accountName: string
      accountNamespace: string
      invitedByName: string | null
      role: Types.Role
      expiresAt: string
    }>
    memberships: Array<{ id: string; role: Types.Role; account: { id: string } }>
  }
}

export type InvitationQueryVariables = Exact<{
  token: string
}>

export type InvitationQuery = {
  invite: {
    inviteId: string
    email: string
    token: string
    accountName: string
    accountNamespace: string
    invitedByName: string | null
    role: Types.Role
    expiresAt: string
  } | null
}

export type InviteMemberMutationVariables = Exact<{
  input: Types.InviteMemberInput
}>

export type InviteMemberMutation = {
  inviteMember: {
    invite: {
      id: string
      email: string
      role: Types.Role
      status: Types.InviteStatus
      url: string | null
      expiresAt: string
      createdAt: string
      updatedAt: string
      viewerCanRevoke: boolean
      invitedBy: { id: string } | null
    }
  }
}

export type RevokeInviteMutationVariables = Exact<{
  input: Types.RevokeInviteInput
}>

export type RevokeInviteMutation = {
  revokeInvite: {
    invite: {
      id: string
      email: string
      role: Types.Role
      status: Types.InviteStatus
      url: string | null
      expiresAt: string
      createdAt: string
      updatedAt: string
      viewerCanRevoke: boolean
      invitedBy: { id: string } | null
    }
  }
}

export type AcceptInviteMutationVariables = Exact<{
  input: Types.AcceptInviteInput
}>

export type AcceptInviteMutation = {
  acceptInvite: {
    membership: { id: string; role: Types.Role; account: { id: string; name: string; viewerRole: Types.Role } }
  }
}

export type DeclineInviteMutationVariables = Exact<{
  input: Types.DeclineInviteInput
}>

export type DeclineInviteMutation = { declineInvite: { inviteId: string } }

export type ChangeMemberRoleMutationVariables = Exact<{
  input: Types.ChangeMemberRoleInput
}>

export type ChangeMemberRoleMutation = {
  changeMemberRole: {
    member: {
      id: string
      role: Types.Role
      createdAt: string
      viewerCanChangeRole: boolean
      viewerCanRemove: boolean
      viewerCanTransferOwnershipTo: boolean
      user: { id: string; email: string | null; fullName: string }
    }
  }
}

export type RemoveMemberMutationVariables = Exact<{
  input: Types.RemoveMemberInput
}>

export type RemoveMemberMutation = { removeMember: { memberId: string } }

export type LeaveAccountMutationVariables = Exact<{
  input: Types.LeaveAccountInput
}>

export type LeaveAccountMutation = { leaveAccount: { accountId: string } }

export type TransferOwnershipMutationVariables = Exact<{
  input: Types.TransferOwnershipInput
}>

export type TransferOwnershipMutation = { transferOwnership: { account: { id: string; viewerRole: Types.Role } } }

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
export const MemberFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment MemberFields on Member {
  id
  user {
    id
    email
    fullName
  }
  role
  createdAt
  viewerCanChangeRole
  viewerCanRemove
  viewerCanTransferOwnershipTo
}
    `,
  { fragmentName: 'MemberFields' },
) as unknown as TypedDocumentString<MemberFieldsFragment, unknown>
export const InviteFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment InviteFields on Invite {
  id
  email
  role
  status
  invitedBy {
    id
  }
  url
  expiresAt
  createdAt
  updatedAt
  viewerCanRevoke
}
    `,
  { fragmentName: 'InviteFields' },
) as unknown as TypedDocumentString<InviteFieldsFragment, unknown>
export const ReceivedInviteFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment ReceivedInviteFields on ReceivedInvite {
  inviteId
  email
  token
  accountName
  accountNamespace
  invitedByName
  role
  expiresAt
}
    `,
  { fragmentName: 'ReceivedInviteFields' },
) as unknown as TypedDocumentString<ReceivedInviteFieldsFragment, unknown>
export const TeamDocument = new TypedDocumentString(`
    query Team($accountId: ID!, $status: [InviteStatus!]) {
  account(id: $accountId) {
    members {
      ...MemberFields
    }
    invites(status: $status) {
      ...InviteFields
    }
    viewerRole
    viewerCanInvite
    viewerCanLeave
    viewerCanTransferOwnership
  }
}
    fragment MemberFields on Member {
  id
  user {
    id
    email
    fullName
  }
  role
  createdAt
  viewerCanChangeRole
  viewerCanRemove
  viewerCanTransferOwnershipTo
}
fragment InviteFields on Invite {
  id
  email
  role
  status
  invitedBy {
    id
  }
  url
  expiresAt
  createdAt
  updatedAt
  viewerCanRevoke
}`) as unknown as TypedDocumentString<TeamQuery, TeamQueryVariables>
export const ReceivedInvitesDocument = new TypedDocumentString(`
    query ReceivedInvites {
  viewer {
    invites {
      ...ReceivedInviteFields
    }
    memberships {
      id
      role
      account {
        id
      }
    }
  }
}
    fragment ReceivedInviteFields on ReceivedInvite {
  inviteId
  email
  token
  accountName
  accountNamespace
  invitedByName
  role
  expiresAt
}`) as unknown as TypedDocumentString<ReceivedInvitesQuery, ReceivedInvitesQueryVariables>
export const InvitationDocument = new TypedDocumentString(`
    query Invitation($token: String!) {
  invite(token: $token) {
    ...ReceivedInviteFields
  }
}
    fragment ReceivedInviteFields on ReceivedInvite {
  inviteId
  email
  token
  accountName
  accountNamespace
  invitedByName
  role
  expiresAt
}`) as unknown as TypedDocumentString<InvitationQuery, InvitationQueryVariables>
export const InviteMemberDocument = new TypedDocumentString(`
    mutation InviteMember($input: InviteMemberInput!) {
  inviteMember(input: $input) {
    invite {
      ...InviteFields
    }
  }
}
    fragment InviteFields on Invite {
  id
  email
  role
  status
  invitedBy {
    id
  }
  url
  expiresAt
  createdAt
  updatedAt
  viewerCanRevoke
}`) as unknown as TypedDocumentString<InviteMemberMutation, InviteMemberMutationVariables>
export const RevokeInviteDocument = new TypedDocumentString(`
    mutation RevokeInvite($input: RevokeInviteInput!) {
  revokeInvite(input: $input) {
    invite {
      ...InviteFields
    }
  }
}
    fragment InviteFields on Invite {
  id
  email
  role
  status
  invitedBy {
    id
  }
  url
  expiresAt
  createdAt
  updatedAt
  viewerCanRevoke
}`) as unknown as TypedDocumentString<RevokeInviteMutation, RevokeInviteMutationVariables>
export const AcceptInviteDocument = new TypedDocumentString(`
    mutation AcceptInvite($input: AcceptInviteInput!) {
  acceptInvite(input: $input) {
    membership {
      id
      role
      account {
        id
        name
        viewerRole
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AcceptInviteMutation, AcceptInviteMutationVariables>
export const DeclineInviteDocument = new TypedDocumentString(`
    mutation DeclineInvite($input: DeclineInviteInput!) {
  declineInvite(input: $input) {
    inviteId
  }
}
    `) as unknown as TypedDocumentString<DeclineInviteMutation, DeclineInviteMutationVariables>
export const ChangeMemberRoleDocument = new TypedDocumentString(`
    mutation ChangeMemberRole($input: ChangeMemberRoleInput!) {
  changeMemberRole(input: $input) {
    member {
      ...MemberFields
    }
  }
}
    fragment MemberFields on Member {
  id
  user {
    id
    email
    fullName
  }
  role
  createdAt
  viewerCanChangeRole
  viewerCanRemove
  viewerCanTransferOwnershipTo
}`) as unknown as TypedDocumentString<ChangeMemberRoleMutation, ChangeMemberRoleMutationVariables>
export const RemoveMemberDocument = new TypedDocumentString(`
    mutation RemoveMember($input: RemoveMemberInput!) {
  removeMember(input: $input) {
    memberId
  }
}
    `) as unknown as TypedDocumentString<RemoveMemberMutation, RemoveMemberMutationVariables>
export const LeaveAccountDocument = new TypedDocumentString(`
    mutation LeaveAccount($input: LeaveAccountInput!) {
  leaveAccount(input: $input) {
    accountId
  }
}
    `) as unknown as TypedDocumentString<LeaveAccountMutation, LeaveAccountMutationVariables>
export const TransferOwnershipDocument = new TypedDocumentString(`
    mutation TransferOwnership($input: TransferOwnershipInput!) {
  transferOwnership(input: $input) {
    account {
      id
      viewerRole
    }
  }
}
    `) as unknown as TypedDocumentString<TransferOwnershipMutation, TransferOwnershipMutationVariables>
