import type { ApiKeyScope } from '../../generated/schema.ts'

export interface ApiKeyTable {
  id: string
  accountId: string
  /** The user who made it. */
  createdBy: string
  name: string
  /** The secret's first 8 characters. */
  prefix: string
  /** SHA-256 of the secret in hex; the secret itself is not stored. */
  keyHash: string
  scopes: ApiKeyScope[]
  /** The gateways that it is limited to, deleted ones too; null when it is not. */
  gatewayIds: string[] | null
  /** The networks from which it is accepted, in canonical CIDR form; null when it is from anywhere. */
  allowedNetworks: string[] | null
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}

/** The columns that the API reads of a key: all but its secret. */
export const apiKeyColumns = [
  'id',
  'accountId',
  'createdBy',
  'name',
  'prefix',
  'scopes',
  'gatewayIds',
  'allowedNetworks',
  'createdAt',
  'lastUsedAt',
  'expiresAt',
  'revokedAt',
] as const satisfies readonly (keyof ApiKeyTable)[]

declare module '../../platform/db/tables.ts' {
  interface Tables {
    apiKeys: ApiKeyTable
  }
}
