import { webPaths } from '@culvert/schema/web-paths'
import type { ComponentType } from 'react'
import { matchRoutes, Navigate, type RouteObject } from 'react-router-dom'
import { lazyScreen } from '../network/chunks.ts'

const loads = new Map<RouteObject, () => Promise<void>>()
const home = <Navigate to={webPaths.gettingStarted} replace />

/** Every route of the web app. Each screen is a file of its own, loaded when it is visited. */
export const routes: RouteObject[] = [
  screen(webPaths.home, () => import('./PublicLayout.tsx'), 'PublicLayout', [
    screen(webPaths.home, () => import('../features/marketing/LandingPage.tsx'), 'LandingPage'),
    screen(webPaths.pricing, () => import('../features/marketing/PricingPage.tsx'), 'PricingPage'),
    screen(webPaths.download, () => import('../features/install/DownloadPage.tsx'), 'DownloadPage'),
    screen(`${webPaths.docs}/:section?`, () => import('../features/docs/DocsPage.tsx'), 'DocsPage'),
    screen(webPaths.contact, () => import('../features/support/ContactPage.tsx'), 'ContactPage'),
    screen(webPaths.reportIssue, () => import('../features/support/ReportIssuePage.tsx'), 'ReportIssuePage'),
    screen(webPaths.terms, () => import('../features/legal/TermsPage.tsx'), 'TermsPage'),
    screen(webPaths.privacy, () => import('../features/legal/PrivacyPage.tsx'), 'PrivacyPage'),
    screen('*', () => import('../features/site/NotFoundPage.tsx'), 'NotFoundPage'),
  ]),
  screen(webPaths.success, () => import('../features/subscriptions/SuccessPage.tsx'), 'SuccessPage'),
  screen(webPaths.signUp, () => import('../features/sessions/SignUpPage.tsx'), 'SignUpPage'),
  screen(webPaths.signIn, () => import('../features/sessions/SignInPage.tsx'), 'SignInPage'),
  screen(
    `${webPaths.signInWith}/:providerId?`,
    () => import('../features/sessions/SignInWithPage.tsx'),
    'SignInWithPage',
  ),
  screen(webPaths.forgotPassword, () => import('../features/sessions/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  screen(webPaths.resetPassword, () => import('../features/sessions/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  screen(webPaths.verifyEmail, () => import('../features/email-addresses/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
  screen(webPaths.logout, () => import('../features/sessions/LogoutPage.tsx'), 'LogoutPage'),
  screen(webPaths.admin, () => import('./AdminLayout.tsx'), 'AdminLayout', [
    { index: true, element: home },
    screen(
      webPaths.gettingStarted,
      () => import('../features/getting-started/GettingStartedPage.tsx'),
      'GettingStartedPage',
    ),
    screen(webPaths.gateways, () => import('../features/gateways/GatewaysPage.tsx'), 'GatewaysPage'),
    screen(`${webPaths.gateways}/:id`, () => import('../features/traffic/GatewayPage.tsx'), 'GatewayPage'),
    screen(webPaths.agents, () => import('../features/agents/AgentsPage.tsx'), 'AgentsPage'),
    screen(`${webPaths.agents}/:id`, () => import('../features/traffic/AgentPage.tsx'), 'AgentPage'),
    screen(webPaths.errors, () => import('../features/tunnel-errors/TunnelErrorPage.tsx'), 'TunnelErrorPage'),
    screen(webPaths.domains, () => import('../features/domains/DomainsPage.tsx'), 'DomainsPage'),
    screen(webPaths.settings, () => import('../features/settings/SettingsPage.tsx'), 'SettingsPage'),
    screen(
      webPaths.ipRestrictions,
      () => import('../features/ip-restrictions/IpRestrictionsPage.tsx'),
      'IpRestrictionsPage',
    ),
    screen(webPaths.team, () => import('../features/team/TeamPage.tsx'), 'TeamPage'),
    screen(webPaths.identity, () => import('../features/api-keys/IdentityPage.tsx'), 'IdentityPage'),
    screen(webPaths.auditLog, () => import('../features/audit/AuditLogPage.tsx'), 'AuditLogPage'),
    screen(webPaths.profile, () => import('../features/profile/ProfilePage.tsx'), 'ProfilePage'),
    screen(webPaths.billing, () => import('../features/subscriptions/BillingPage.tsx'), 'BillingPage'),
    screen(webPaths.networkTransfer, () => import('../features/usage/NetworkTransferPage.tsx'), 'NetworkTransferPage'),
    screen(webPaths.gatewayMetrics, () => import('../features/usage/GatewayMetricsPage.tsx'), 'GatewayMetricsPage'),
    screen(`${webPaths.requests}/:id?`, () => import('../features/requests/RequestsPage.tsx'), 'RequestsPage'),
    screen(webPaths.rateLimits, () => import('../features/rate-limits/RateLimitsPage.tsx'), 'RateLimitsPage'),
    screen(webPaths.notices, () => import('../features/notices/NoticesPage.tsx'), 'NoticesPage'),
    screen(webPaths.authId, () => import('../features/auth-tokens/AuthIdPage.tsx'), 'AuthIdPage'),
    screen(webPaths.connect, () => import('../features/command-line-sign-ins/ConnectPage.tsx'), 'ConnectPage'),
    screen(`${webPaths.admin}/*`, () => import('../features/site/NotFoundPage.tsx'), 'NotFoundPage'),
  ]),
]

/** Loads the screens of an address. Any that fail to load are loaded again when they are rendered. */
export async function loadScreens(address: { pathname: string }): Promise<void> {
  const matches = matchRoutes(routes, address) ?? []
  await Promise.allSettled(matches.map(async ({ route }) => await loads.get(route)?.()))
}

/**
 * Loads every screen ahead of its visit, so that navigation is instant and works while the server is away. Screens are loaded one at a time, so that the
 * reader's own actions wait for none of them.
 */
export async function preloadScreens(): Promise<void> {
  for (const load of loads.values()) await load().catch(() => undefined)
}

function screen<Name extends string>(
  path: string,
  loadFile: () => Promise<Record<NoInfer<Name>, ComponentType>>,
  name: Name,
  children?: RouteObject[],
): RouteObject {
  const { Component, load } = lazyScreen(async () => (await loadFile())[name])
  const route = { path, element: <Component />, children }
  loads.set(route, load)
  return route
}
