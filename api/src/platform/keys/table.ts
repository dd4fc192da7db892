import type { JWK } from 'jose'
import type { ColumnType } from 'kysely'

/** Key pairs that sign access tokens and tickets. The newest signs, all of them verify. */
export interface SigningKeyTable {
  /** The `kid` of the tokens that it signed. */
  id: string
  privateJwk: ColumnType<JWK, string, string>
  createdAt: Date
  /** When another key took over signing. It verifies until the last token that it signed has expired. */
  retiredAt: Date | null
}

declare module '../db/tables.ts' {
  interface Tables {
    signingKeys: SigningKeyTable
  }
}
