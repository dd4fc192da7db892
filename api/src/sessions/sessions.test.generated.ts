/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type SessionFieldsFragment = {
  accessToken: string
  refreshToken: string | null
  tokenType: string
  expiresIn: number
  expiresAt: string
  user: {
    id: string
    email: string | null
    phone: string | null
    firstName: string
    lastName: string
    fullName: string
  }
}

export type SignUpMutationVariables = Exact<{
  input: Types.SignUpInput
}>

export type SignUpMutation = {
  signUp: {
    session: {
      accessToken: string
      refreshToken: string | null
      tokenType: string
      expiresIn: number
      expiresAt: string
      user: {
        id: string
        email: string | null
        phone: string | null
        firstName: string
        lastName: string
        fullName: string
      }
    }
  }
}

export type SignInMutationVariables = Exact<{
  input: Types.SignInInput
}>

export type SignInMutation = {
  signIn: {
    session: {
      accessToken: string
      refreshToken: string | null
      tokenType: string
      expiresIn: number
      expiresAt: string
      user: {
        id: string
        email: string | null
        phone: string | null
        firstName: string
        lastName: string
        fullName: string
      }
    }
  }
}

export type RefreshSessionMutationVariables = Exact<{
  input: Types.RefreshSessionInput
}>

export type RefreshSessionMutation = {
  refreshSession: {
    session: {
      accessToken: string
      refreshToken: string | null
      tokenType: string
      expiresIn: number
      expiresAt: string
      user: {
        id: string
        email: string | null
        phone: string | null
        firstName: string
        lastName: string
        fullName: string
      }
    }
  }
}

export type SignOutMutationVariables = Exact<{
  input: Types.SignOutInput
}>

export type SignOutMutation = { signOut: { ended: boolean } }

export type ViewerQueryVariables = Exact<{ [key: string]: never }>

export type ViewerQuery = {
  viewer: {
    user: { id: string; email: string | null; fullName: string }
    memberships: Array<{
      id: string
      role: Types.Role
      createdAt: string
      account: {
        id: string
        name: string
        namespace: string
        createdAt: string
        viewerRole: Types.Role
        plan: { name: string }
      }
    }>
  }
}

export type ViewerChangedSubscriptionVariables = Exact<{ [key: string]: never }>

export type ViewerChangedSubscription = {
  viewerChanged: { sessions: Array<{ id: string; current: boolean }>; invites: Array<{ inviteId: string }> }
}

export type SessionsQueryVariables = Exact<{ [key: string]: never }>

export type SessionsQuery = {
  viewer: {
    sessions: Array<{
      id: string
      createdAt: string
      lastUsedAt: string
      expiresAt: string
      ipAddress: string | null
      userAgent: string | null
      current: boolean
    }>
  }
}

export type ViewerAuditQueryVariables = Exact<{
  action?: Array<string> | string | null | undefined
  from?: string | null | undefined
  to?: string | null | undefined
  page?: number
  pageSize?: number
}>

export type ViewerAuditQuery = {
  viewer: {
    auditLog: {
      totalCount: number
      nodes: Array<{
        action: string
        actorKind: Types.AuditActorKind
        credentialId: string | null
        objectType: string
        objectId: string
        ipAddress: string | null
        userAgent: string | null
        actor: { id: string } | null
        changes: Array<{ field: string; to: string }>
      }>
    }
  }
}

export type EndSessionMutationVariables = Exact<{
  input: Types.EndSessionInput
}>

export type EndSessionMutation = { endSession: { session: { id: string; current: boolean } } }

export type RequestPasswordResetMutationVariables = Exact<{
  input: Types.RequestPasswordResetInput
}>

export type RequestPasswordResetMutation = { requestPasswordReset: { accepted: boolean } }

export type ResetPasswordMutationVariables = Exact<{
  input: Types.ResetPasswordInput
}>

export type ResetPasswordMutation = { resetPassword: { user: { id: string; email: string | null } } }

export type ChangePasswordMutationVariables = Exact<{
  input: Types.ChangePasswordInput
}>

export type ChangePasswordMutation = { changePassword: { user: { id: string } } }

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
export const SessionFieldsFragmentDoc = new TypedDocumentString(
  `
    fragment SessionFields on Session {
  accessToken
  refreshToken
  tokenType
  expiresIn
  expiresAt
  user {
    id
    email
    phone
    firstName
    lastName
    fullName
  }
}
    `,
  { fragmentName: 'SessionFields' },
) as unknown as TypedDocumentString<SessionFieldsFragment, unknown>
export const SignUpDocument = new TypedDocumentString(`
    mutation SignUp($input: SignUpInput!) {
  signUp(input: $input) {
    session {
      ...SessionFields
    }
  }
}
    fragment SessionFields on Session {
  accessToken
  refreshToken
  tokenType
  expiresIn
  expiresAt
  user {
    id
    email
    phone
    firstName
    lastName
    fullName
  }
}`) as unknown as TypedDocumentString<SignUpMutation, SignUpMutationVariables>
export const SignInDocument = new TypedDocumentString(`
    mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    session {
      ...SessionFields
    }
  }
}
    fragment SessionFields on Session {
  accessToken
  refreshToken
  tokenType
  expiresIn
  expiresAt
  user {
    id
    email
    phone
    firstName
    lastName
    fullName
  }
}`) as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>
export const RefreshSessionDocument = new TypedDocumentString(`
    mutation RefreshSession($input: RefreshSessionInput!) {
  refreshSession(input: $input) {
    session {
      ...SessionFields
    }
  }
}
    fragment SessionFields on Session {
  accessToken
  refreshToken
  tokenType
  expiresIn
  expiresAt
  user {
    id
    email
    phone
    firstName
    lastName
    fullName
  }
}`) as unknown as TypedDocumentString<RefreshSessionMutation, RefreshSessionMutationVariables>
export const SignOutDocument = new TypedDocumentString(`
    mutation SignOut($input: SignOutInput!) {
  signOut(input: $input) {
    ended
  }
}
    `) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    user {
      id
      email
      fullName
    }
    memberships {
      id
      role
      createdAt
      account {
        id
        name
        namespace
        createdAt
        viewerRole
        plan {
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>
export const ViewerChangedDocument = new TypedDocumentString(`
    subscription ViewerChanged {
  viewerChanged {
    sessions {
      id
      current
    }
    invites {
      inviteId
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerChangedSubscription, ViewerChangedSubscriptionVariables>
export const SessionsDocument = new TypedDocumentString(`
    query Sessions {
  viewer {
    sessions {
      id
      createdAt
      lastUsedAt
      expiresAt
      ipAddress
      userAgent
      current
    }
  }
}
    `) as unknown as TypedDocumentString<SessionsQuery, SessionsQueryVariables>
export const ViewerAuditDocument = new TypedDocumentString(`
    query ViewerAudit($action: [String!], $from: DateTime, $to: DateTime, $page: Int! = 1, $pageSize: Int! = 25) {
  viewer {
    auditLog(
      action: $action
      from: $from
      to: $to
      page: $page
      pageSize: $pageSize
    ) {
      totalCount
      nodes {
        action
        actorKind
        credentialId
        objectType
        objectId
        ipAddress
        userAgent
        actor {
          id
        }
        changes {
          field
          to
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerAuditQuery, ViewerAuditQueryVariables>
export const EndSessionDocument = new TypedDocumentString(`
    mutation EndSession($input: EndSessionInput!) {
  endSession(input: $input) {
    session {
      id
      current
    }
  }
}
    `) as unknown as TypedDocumentString<EndSessionMutation, EndSessionMutationVariables>
export const RequestPasswordResetDocument = new TypedDocumentString(`
    mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
  requestPasswordReset(input: $input) {
    accepted
  }
}
    `) as unknown as TypedDocumentString<RequestPasswordResetMutation, RequestPasswordResetMutationVariables>
export const ResetPasswordDocument = new TypedDocumentString(`
    mutation ResetPassword($input: ResetPasswordInput!) {
  resetPassword(input: $input) {
    user {
      id
      email
    }
  }
}
    `) as unknown as TypedDocumentString<ResetPasswordMutation, ResetPasswordMutationVariables>
export const ChangePasswordDocument = new TypedDocumentString(`
    mutation ChangePassword($input: ChangePasswordInput!) {
  changePassword(input: $input) {
    user {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>
