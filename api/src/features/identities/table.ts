/** Users' identities at providers: at most one for each user and provider. */
export interface IdentityTable {
  id: string
  userId: string
  providerId: string
  /** The provider's own name of the user, which never changes; unique for each provider. */
  subject: string
  /** What the provider last called the user, for people to read. */
  name: string | null
  createdAt: Date
  lastUsedAt: Date | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    identities: IdentityTable
  }
}
