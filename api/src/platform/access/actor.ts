import type { ApiKeyScope } from '../../generated/schema.ts'

/** Who a request comes from, as its Authorization header proves. */
export type Actor =
  | {
      kind: 'anonymous'
      /** Why the credential shown was not accepted; undefined when none was shown. */ refusal?: string
    }
  | { kind: 'user'; userId: string; sessionId: string; /** When the access token expires. */ expiresAt: Date }
  | { kind: 'auth-token'; authTokenId: string; userId: string; accountId: string }
  | {
      kind: 'api-key'
      apiKeyId: string
      accountId: string
      scopes: readonly ApiKeyScope[]
      /** When the key stops working; null when never. */ expiresAt: Date | null
    }
  | { kind: 'edge' }

/** A person, signed in, or by AuthID or machine token. */
export type PersonActor = Extract<Actor, { userId: string }>

/** A program of an account. */
export type ApiKeyActor = Extract<Actor, { kind: 'api-key' }>

/** A person with an access token. */
export type UserActor = Extract<Actor, { kind: 'user' }>

/** A person by AuthID or machine token. */
export type TokenActor = Extract<Actor, { kind: 'auth-token' }>
