/**
 * What the pages promise of the product. Such a sentence stands here only, and `claims.test.ts` names the test that
 * shows each: add both together.
 */
export const claims = {
  oneCommand: 'Name the port and get a public URL. Your app stays where it is, and no router or firewall is touched.',
  lastingAddresses: 'Reserve a gateway once and serve it again tomorrow. Webhooks and colleagues keep the same URL.',
  liveFigures: 'Agents come and go on the dashboard as it happens, and their requests and bytes are counted live.',
  comingBack: 'Close the lid, change the network: the agent comes back by itself and takes its address with it.',
  roles: 'Invite people, give each a role, and see who exposes what. Each has a token of their own.',
  oneProcess:
    'One process with its database inside is enough to begin. PostgreSQL and several nodes come when you grow.',
  printedRequests: 'Name the port. The command prints the public URL and the requests that arrive.',
  liveTable: 'The Agents page with a live tunnel. Figures move as requests arrive, without a reload.',
  ssl: 'HTTP tunnelling with SSL',
  hostnames: 'Static and random domains',
  team: 'Team collaboration',
  freeTransfer: '5 GB data transfer',
  chat: 'Support through a chat community',
  ownDomain: 'One DNS record shows that a domain is yours. Then gateways can use it and every subdomain of it.',
  freeCertificates: 'SSL certificates come from a free certificate authority',
  ownDomainCertificates: 'HTTPS on your domain uses the certificates that this server was set up with.',
  dailyCheck: 'Keep the record: verified domains are checked again every day.',
  tls13: 'TLS 1.3',
  rateLimiting: 'Rate limiting',
  addressControl: 'IP access control',
} as const

/** What the plans announce but this build does not do yet. Shown as coming soon only. */
export const comingSoon = [
  'Custom domain',
  'IP restriction',
  'Auth policy',
  'TCP tunnels',
  'More analytics',
  'Priority support',
] as const
