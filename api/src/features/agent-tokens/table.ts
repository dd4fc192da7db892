export interface AgentTokenTable {
  id: string
  accountId: string
  /** The label under which usage is counted. */
  label: string
  name: string | null
  /** The secret's first 8 characters. */
  prefix: string
  /** SHA-256 of the secret in hex; the secret itself is not stored. */
  tokenHash: string
  /** The only gateway that its agents serve; exactly one of this and `hostnamePrefix` is null. */
  gatewayId: string | null
  /** The prefix that its agents' hostnames begin with. */
  hostnamePrefix: string | null
  /** The user who made it; null when a program did. */
  createdBy: string | null
  /** The API key that made it; null when none did. */
  apiKeyId: string | null
  /** The trust by which a workload got it; null when none did, and when the trust was deleted. */
  trustId: string | null
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  /** When it was revoked, or was found to have expired; null while it works. */
  endedAt: Date | null
}

/** The columns that the API reads of a token: all but its secret. */
export const agentTokenColumns = [
  'id',
  'accountId',
  'label',
  'name',
  'prefix',
  'gatewayId',
  'hostnamePrefix',
  'createdBy',
  'apiKeyId',
  'trustId',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
  'endedAt',
] as const satisfies readonly (keyof AgentTokenTable)[]

declare module '../../platform/db/tables.ts' {
  interface Tables {
    agentTokens: AgentTokenTable
  }
}
