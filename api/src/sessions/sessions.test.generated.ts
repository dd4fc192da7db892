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
