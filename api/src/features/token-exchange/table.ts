import type { JSONColumnType } from 'kysely'

/** A condition on a claim; a value that ends with an asterisk is a prefix. */
export interface Condition {
  claim: string
  value: string
}

export interface TrustTable {
  id: string
  accountId: string
  name: string
  /** The `iss` claim, compared by its characters. */
  issuer: string
  audience: string
  conditions: JSONColumnType<Condition[]>
  /** The only gateway of its tokens; exactly one of this and `hostnamePrefix` is null. */
  gatewayId: string | null
  hostnamePrefix: string | null
  label: string
  ttlSeconds: number
  createdBy: string | null
  createdAt: Date
  lastUsedAt: Date | null
}

/** The tokens of workloads that were exchanged, until none of them would be accepted anyway. */
export interface ExchangedTokenTable {
  /** SHA-256 of the issuer and the token's `jti`, or what it signs. */
  tokenKey: string
  keptUntil: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    trusts: TrustTable
    exchangedTokens: ExchangedTokenTable
  }
}
