/** Users' identities at providers: at most one for each user and provider. */
export interface IdentityTable {
  id: string
  userId: string
  providerId: string
  /** The provider's own name of the user, which never changes; unique of each provider. */
  subject: string
  /** What the provider called the user last, for people to read. */
  name: string | null
  createdAt: Date
  lastUsedAt: Date | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    identities: IdentityTable
  }
}
