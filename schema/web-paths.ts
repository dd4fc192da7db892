/** The paths of the dashboard's screens: its routes and links, those of mails, and what the server answers with the dashboard. */
export const webPaths = {
  home: '/',
  pricing: '/pricing',
  download: '/download',
  /** A section of the documentation stands below it. */
  docs: '/docs',
  contact: '/contact',
  reportIssue: '/report-issue',
  terms: '/terms',
  privacy: '/privacy',
  success: '/success',
  signUp: '/signup',
  signIn: '/signin',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  logout: '/logout',
  admin: '/admin',
  gettingStarted: '/admin/getting-started',
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
  authId: '/admin/auth-id',
  connect: '/admin/connect',
} as const

/** Whether a path is a screen's, as the dashboard's router matches it: the server answers any other with 404. */
export function isWebPath(path: string): boolean {
  const screen = path.toLowerCase().replace(/(?<=.)\/$/, '')
  return Object.values<string>(webPaths).includes(screen) || /^\/docs\/[^/]+$/.test(screen)
}
