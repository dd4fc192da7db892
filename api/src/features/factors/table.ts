import type { FactorKind } from '../../generated/schema.ts'

/** Something that a user proves their identity with, besides the password. */
export interface FactorTable {
  id: string
  userId: string
  kind: FactorKind
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  /** Of an authenticator app: its secret in base32, sealed. */
  sealedSecret: string | null
  /** Of an authenticator app: the step of the last code that counted. */
  lastStep: number | null
  /** Of a passkey: its id in base64url; unique. */
  credentialId: string | null
  /** Of a passkey: its COSE key in base64url. */
  publicKey: string | null
  /** Of a passkey: how often it was used, by its own count; 0 if it does not count. */
  counter: number | null
  /** Of a passkey: how browsers reach it. */
  transports: string[] | null
}

export interface RecoveryCodeTable {
  userId: string
  /** SHA-256 of the code in hex; the code itself is not stored. */
  codeHash: string
  usedAt: Date | null
}

/** A challenge that was answered, kept until it would have expired: none counts twice. */
export interface UsedChallengeTable {
  id: string
  expiresAt: Date
}

/** The columns that are shown of a factor: no secrets. */
export const factorColumns = [
  'id',
  'kind',
  'name',
  'createdAt',
  'lastUsedAt',
] as const satisfies readonly (keyof FactorTable)[]

declare module '../../platform/db/tables.ts' {
  interface Tables {
    factors: FactorTable
    recoveryCodes: RecoveryCodeTable
    usedChallenges: UsedChallengeTable
  }
}
