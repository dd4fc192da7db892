import { webPaths } from '@culvert/schema/web-paths'
import type { ComponentType } from 'react'
import { matchRoutes, Navigate, type RouteObject } from 'react-router-dom'
import { lazyScreen } from '../network/chunks.ts'

type LoadScreen = () => Promise<ComponentType>

const loads = new Map<RouteObject, LoadScreen>()
const loadNotFound: LoadScreen = async () => (await import('../features/site/NotFoundPage.tsx')).NotFoundPage
const home = <Navigate to={webPaths.gettingStarted} replace />

/** Every route of the web app. Each screen is a file of its own, loaded when it is visited. */
export const routes: RouteObject[] = [
  screen(webPaths.home, async () => (await import('./PublicLayout.tsx')).PublicLayout, [
    screen(webPaths.home, async () => (await import('../features/marketing/LandingPage.tsx')).LandingPage),
    screen(webPaths.pricing, async () => (await import('../features/marketing/PricingPage.tsx')).PricingPage),
    screen(webPaths.download, async () => (await import('../features/install/DownloadPage.tsx')).DownloadPage),
    screen(`${webPaths.docs}/:section?`, async () => (await import('../features/docs/DocsPage.tsx')).DocsPage),
    screen(webPaths.contact, async () => (await import('../features/support/ContactPage.tsx')).ContactPage),
    screen(webPaths.reportIssue, async () => (await import('../features/support/ReportIssuePage.tsx')).ReportIssuePage),
    screen(webPaths.terms, async () => (await import('../features/legal/TermsPage.tsx')).TermsPage),
    screen(webPaths.privacy, async () => (await import('../features/legal/PrivacyPage.tsx')).PrivacyPage),
    screen('*', loadNotFound),
  ]),
  screen(webPaths.success, async () => (await import('../features/subscriptions/SuccessPage.tsx')).SuccessPage),
  screen(webPaths.signUp, async () => (await import('../features/sessions/SignUpPage.tsx')).SignUpPage),
  screen(webPaths.signIn, async () => (await import('../features/sessions/SignInPage.tsx')).SignInPage),
  screen(
    webPaths.forgotPassword,
    async () => (await import('../features/sessions/ForgotPasswordPage.tsx')).ForgotPasswordPage,
  ),
  screen(
    webPaths.resetPassword,
    async () => (await import('../features/sessions/ResetPasswordPage.tsx')).ResetPasswordPage,
  ),
  screen(
    webPaths.verifyEmail,
    async () => (await import('../features/email-addresses/VerifyEmailPage.tsx')).VerifyEmailPage,
  ),
  screen(webPaths.logout, async () => (await import('../features/sessions/LogoutPage.tsx')).LogoutPage),
  screen(webPaths.admin, async () => (await import('./AdminLayout.tsx')).AdminLayout, [
    { index: true, element: home },
    screen(
      webPaths.gettingStarted,
      async () => (await import('../features/getting-started/GettingStartedPage.tsx')).GettingStartedPage,
    ),
    screen(webPaths.gateways, async () => (await import('../features/gateways/GatewaysPage.tsx')).GatewaysPage),
    screen(webPaths.agents, async () => (await import('../features/agents/AgentsPage.tsx')).AgentsPage),
    screen(
      webPaths.errors,
      async () => (await import('../features/tunnel-errors/TunnelErrorPage.tsx')).TunnelErrorPage,
    ),
    screen(webPaths.domains, async () => (await import('../features/domains/DomainsPage.tsx')).DomainsPage),
    screen(webPaths.settings, async () => (await import('../features/settings/SettingsPage.tsx')).SettingsPage),
    screen(
      webPaths.ipRestrictions,
      async () => (await import('../features/ip-restrictions/IpRestrictionsPage.tsx')).IpRestrictionsPage,
    ),
    screen(webPaths.team, async () => (await import('../features/team/TeamPage.tsx')).TeamPage),
    screen(webPaths.identity, async () => (await import('../features/api-keys/IdentityPage.tsx')).IdentityPage),
    screen(webPaths.auditLog, async () => (await import('../features/audit/AuditLogPage.tsx')).AuditLogPage),
    screen(webPaths.profile, async () => (await import('../features/profile/ProfilePage.tsx')).ProfilePage),
    screen(webPaths.billing, async () => (await import('../features/subscriptions/BillingPage.tsx')).BillingPage),
    screen(
      webPaths.networkTransfer,
      async () => (await import('../features/usage/NetworkTransferPage.tsx')).NetworkTransferPage,
    ),
    screen(
      webPaths.gatewayMetrics,
      async () => (await import('../features/usage/GatewayMetricsPage.tsx')).GatewayMetricsPage,
    ),
    screen(
      webPaths.rateLimits,
      async () => (await import('../features/rate-limits/RateLimitsPage.tsx')).RateLimitsPage,
    ),
    screen(webPaths.authId, async () => (await import('../features/auth-tokens/AuthIdPage.tsx')).AuthIdPage),
    screen(`${webPaths.admin}/*`, loadNotFound),
  ]),
]

// The screens of the current address start to load at once, while the session is still being restored.
for (const { route } of matchRoutes(routes, location) ?? []) loads.get(route)?.().catch(leaveToScreen)

/** Loads every screen ahead of its visit, so that navigation is instant and works while the server is away. */
export async function preloadScreens(): Promise<void> {
  await Promise.allSettled([...loads.values()].map((load) => load()))
}

/** A screen that could not be preloaded is loaded when it is visited. */
function leaveToScreen() {}

function screen(path: string, load: LoadScreen, children?: RouteObject[]): RouteObject {
  const Screen = lazyScreen(load)
  const route = { path, element: <Screen />, children }
  loads.set(route, load)
  return route
}
