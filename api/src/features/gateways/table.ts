export interface GatewayTable {
  id: string
  accountId: string
  /** The prefix it was created with. */
  name: string
  /** The full hostname; unique among live gateways. */
  subdomain: string
  /** The custom domain that it is on; null on an offered domain. */
  domainId: string | null
  /** Its purpose; null if none was given. */
  description: string | null
  createdAt: Date
  deletedAt: Date | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    gateways: GatewayTable
  }
}
