import type { AuthTokenKind } from '../../generated/schema.ts'

/** The kinds of tokens that are a member's. */
export type MemberTokenKind = Exclude<AuthTokenKind, 'AGENT_TOKEN'>

/** The secrets with which agents start: AuthIDs and machine tokens. */
export interface AuthTokenTable {
  id: string
  kind: MemberTokenKind
  accountId: string
  userId: string
  /** SHA-256 of the secret in hex; the secret itself is not stored. */
  tokenHash: string
  name: string
  /** The address from which its owner approved or created it; null for AuthIDs. */
  approvedFrom: string | null
  createdAt: Date
  lastUsedAt: Date | null
  updatedAt: Date
  deletedAt: Date | null
}

/** The columns that the API reads of a token: nothing of its secret. */
export const authTokenColumns = [
  'id',
  'kind',
  'accountId',
  'userId',
  'name',
  'approvedFrom',
  'createdAt',
  'lastUsedAt',
] as const satisfies readonly (keyof AuthTokenTable)[]

declare module '../../platform/db/tables.ts' {
  interface Tables {
    authTokens: AuthTokenTable
  }
}
