/**
 * What the pages promise about the product. Each such sentence is written only here, and `claims.test.ts` names the test that
 * proves it: add both together.
 */
export const claims = {
  lead: 'A tunnel from the internet to your local port, through a server that you can host yourself. Show your work, receive webhooks, test on a phone: one command is enough.',
  oneCommand: 'Name the port and get a public URL. Your app stays where it is, and no router or firewall is touched.',
  lastingAddresses: 'Reserve a gateway once and serve it again tomorrow. Webhooks and colleagues keep the same URL.',
  liveFigures: 'Agents come and go on the dashboard as it happens, and their requests and bytes are counted live.',
  comingBack: 'Close the lid, change the network: the agent comes back by itself and keeps its address.',
  roles: 'Invite people, give each a role, and see who exposes what. Each has a token of their own.',
  oneProcess:
    'One process with its database inside is enough to begin. PostgreSQL and several nodes come when you grow.',
  printedRequests: 'Name the port. The command prints the public URL and the requests that arrive.',
  repair:
    'What a visitor sees leads you to the cause, to each hop on the path, and to the request itself, which you send again once the app is up.',
  liveTable: 'The Agents page with live tunnels. Figures move as requests arrive, without a reload.',
  ssl: 'HTTP tunnelling with SSL',
  hostnames: 'Static and random domains',
  team: 'Team collaboration',
  requestReview: 'Request review and replay',
  chat: 'Support through a chat community',
  ownDomain: 'One DNS record shows that a domain is yours. Then gateways can use it and every subdomain of it.',
  freeCertificates: 'SSL certificates come from a free certificate authority',
  ownDomainCertificates: 'HTTPS on your domain uses the certificates that this server was set up with.',
  dailyCheck: 'Keep the record: verified domains are checked again every day.',
  tls13: 'TLS 1.3',
  rateLimiting: 'Rate limiting',
  addressControl: 'IP access control',
} as const

/** Measured figures, taken from `docs/benchmarks.md`; `claims.test.ts` compares them. */
export const figures = {
  requests: { value: '28,313', text: 'requests a second through one tunnel, each metered and checked' },
  besideSsh: { value: '3.2 to 6.3 ×', text: 'the requests of ssh -R beside it, in seven runs' },
  transfer: { value: '725 MB/s', text: 'in one download of 1 GiB, where ssh -R has 401' },
} as const

/** What the plans announce but this build does not do yet. Shown only as coming soon. */
export const comingSoon = [
  'Custom domain',
  'IP restriction',
  'Auth policy',
  'TCP tunnels',
  'More analytics',
  'Priority support',
] as const
