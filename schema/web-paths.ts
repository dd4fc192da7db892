/** The paths of the dashboard's screens: its routes and links, those of mails, and what the server answers with the dashboard. */
export const webPaths = {
  home: '/',
  pricing: '/pricing',
  download: '/download',
  /** A section of the documentation is below it. */
  docs: '/docs',
  contact: '/contact',
  reportIssue: '/report-issue',
  terms: '/terms',
  privacy: '/privacy',
  success: '/success',
  signUp: '/signup',
  signIn: '/signin',
  /** Where providers redirect to; each has its id below it. */
  signInWith: '/signin/with',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  logout: '/logout',
  admin: '/admin',
  gettingStarted: '/admin/getting-started',
  /** Each has its id below it. */
  gateways: '/admin/gateway',
  agents: '/admin/agents',
  errors: '/admin/errors',
  domains: '/admin/domains',
  settings: '/admin/settings',
  ipRestrictions: '/admin/ip-restrictions',
  team: '/admin/team',
  identity: '/admin/identity',
  auditLog: '/admin/audit-log',
  profile: '/admin/profile',
  billing: '/admin/billing',
  networkTransfer: '/admin/network-transfer',
  gatewayMetrics: '/admin/gateway-metrics',
  rateLimits: '/admin/rate-limits',
  /** A request has its id below it. */
  requests: '/admin/requests',
  notices: '/admin/notices',
  authId: '/admin/auth-id',
  connect: '/admin/connect',
} as const

/** Screens of which each part has an address of its own, one step below theirs. */
const withParts: readonly string[] = [
  webPaths.docs,
  webPaths.signInWith,
  webPaths.gateways,
  webPaths.agents,
  webPaths.requests,
]

/** Reports whether a path is a screen's, as the dashboard's router matches it: the server answers any other with 404. */
export function isWebPath(path: string): boolean {
  const screen = path.toLowerCase().replace(/(?<=.)\/$/, '')
  return Object.values<string>(webPaths).includes(screen) || withParts.includes(screen.replace(/\/[^/]+$/, ''))
}

/** Paths that search engines must not ask for: those that need a session, a link of a mail, or a purchase. */
export const unlistedPaths = [
  webPaths.admin,
  webPaths.success,
  webPaths.signInWith,
  webPaths.forgotPassword,
  webPaths.resetPassword,
  webPaths.verifyEmail,
  webPaths.logout,
]

/** Returns the path of the screen that stays in place while one request after another is opened; else the path itself. */
export function toScreenPath(path: string): string {
  return path.startsWith(`${webPaths.requests}/`) ? webPaths.requests : path
}
