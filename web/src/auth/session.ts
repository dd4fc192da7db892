import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../graphql/generated/gql.ts'

const sessionFragment = graphql(`
  fragment Session_Session on Session {
    accessToken
    expiresIn
    assurance
    user {
      id
      email
      fullName
    }
  }
`)

export type Session = ResultOf<typeof sessionFragment>

/** The signed-in person, as a session describes them. */
export type SessionUser = Session['user']

/** What the dashboard knows of its session; the refresh token stays in an HttpOnly cookie, out of reach. */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: SessionUser; accessToken: string; expiresAtMs: number }
