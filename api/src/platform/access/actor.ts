import type { ApiKeyScope, ProofKind } from '../../generated/schema.ts'
import type { AppError } from '../../ground/errors.ts'

/** The sender of a request, as its Authorization header proves. */
export type Actor =
  | {
      kind: 'anonymous'
      /** Why the credential was not accepted; undefined when none was presented. */ refusal?: AppError
    }
  | {
      kind: 'user'
      userId: string
      sessionId: string
      /** When the access token expires. */
      expiresAt: Date
      /** How the user proved who they are in this session. */
      provenBy: readonly ProofKind[]
      /** When they proved it last. */
      provenAt: Date
    }
  | { kind: 'auth-token'; authTokenId: string; userId: string; accountId: string }
  | {
      kind: 'agent-token'
      agentTokenId: string
      accountId: string
      /** When the token stops working. */ expiresAt: Date
    }
  | {
      kind: 'api-key'
      apiKeyId: string
      accountId: string
      scopes: readonly ApiKeyScope[]
      /** The live ones of the gateways that the key is limited to; null when it is not limited. */
      gatewayIds: readonly string[] | null
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

/** A program that runs agents by an agent token. */
export type AgentTokenActor = Extract<Actor, { kind: 'agent-token' }>

/** An actor with a credential that the database knows, and that can end. */
export type Credential = Exclude<Actor, { kind: 'edge' | 'anonymous' }>

export function credentialIdOf(actor: Credential): string {
  switch (actor.kind) {
    case 'user':
      return actor.sessionId
    case 'auth-token':
      return actor.authTokenId
    case 'agent-token':
      return actor.agentTokenId
    case 'api-key':
      return actor.apiKeyId
    default:
      return actor satisfies never
  }
}

/** Which ways of proving are more than one factor: a code accompanies a password or a provider's assertion, and a passkey asks for a PIN or a finger. */
const isSecondFactor: Record<ProofKind, boolean> = {
  PASSWORD: false,
  PROVIDER: false,
  TOTP: true,
  RECOVERY_CODE: true,
  PASSKEY: true,
}

/** Reports whether ways of proving are two factors together. */
export function isTwoFactors(provenBy: readonly ProofKind[]): boolean {
  return provenBy.some((proof) => isSecondFactor[proof])
}
