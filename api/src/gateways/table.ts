export interface GatewayTable {
  id: string
  accountId: string
  /** The prefix it was created with. */
  name: string
  /** The full hostname; unique among live gateways. */
  subdomain: string
  createdAt: Date
  deletedAt: Date | null
}
