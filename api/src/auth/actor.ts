/** Who a request comes from, as its Authorization header proves. */
export type Actor =
  | {
      kind: 'anonymous'
      /** Why the credential shown was not accepted; undefined when none was shown. */ refusal?: string
    }
  | { kind: 'user'; userId: string; sessionId: string; /** When the access token expires. */ expiresAt: Date }
  | { kind: 'auth-token'; authTokenId: string; userId: string; accountId: string }
  | { kind: 'edge' }

/** A person, whichever way they proved it. */
export type PersonActor = Extract<Actor, { userId: string }>

/** A person with an access token. */
export type UserActor = Extract<Actor, { kind: 'user' }>
