export interface AuthTokenTable {
  id: string
  accountId: string
  userId: string
  /** SHA-256 of the secret in hex; the secret itself is not stored. */
  tokenHash: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  updatedAt: Date
  deletedAt: Date | null
}

/** What the API reads of an AuthID: nothing of its secret. */
export const authTokenColumns = [
  'id',
  'accountId',
  'userId',
  'name',
  'createdAt',
  'lastUsedAt',
] as const satisfies readonly (keyof AuthTokenTable)[]

declare module '../../platform/db/tables.ts' {
  interface Tables {
    authTokens: AuthTokenTable
  }
}
