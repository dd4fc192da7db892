import { lazy, type ComponentType } from 'react'
import { matchRoutes, Navigate, type RouteObject } from 'react-router-dom'

type LoadScreen = () => Promise<ComponentType>

const loads = new Map<RouteObject, LoadScreen>()
const loadNotFound: LoadScreen = async () => (await import('./app/NotFoundPage.tsx')).NotFoundPage
const home = <Navigate to="/admin/getting-started" replace />

/** Every route of the web app. Each screen is a file of its own, loaded when it is visited. */
export const routes: RouteObject[] = [
  screen('/', async () => (await import('./app/PublicLayout.tsx')).PublicLayout, [
    screen('/', async () => (await import('./marketing/LandingPage.tsx')).LandingPage),
    screen('/pricing', async () => (await import('./marketing/PricingPage.tsx')).PricingPage),
    screen('/download', async () => (await import('./install/DownloadPage.tsx')).DownloadPage),
    screen('/docs/:section?', async () => (await import('./docs/DocsPage.tsx')).DocsPage),
    screen('/contact', async () => (await import('./support/ContactPage.tsx')).ContactPage),
    screen('/report-issue', async () => (await import('./support/ReportIssuePage.tsx')).ReportIssuePage),
    screen('/terms', async () => (await import('./legal/TermsPage.tsx')).TermsPage),
    screen('/privacy', async () => (await import('./legal/PrivacyPage.tsx')).PrivacyPage),
    screen('*', loadNotFound),
  ]),
  screen('/success', async () => (await import('./billing/SuccessPage.tsx')).SuccessPage),
  screen('/signup', async () => (await import('./sessions/SignUpPage.tsx')).SignUpPage),
  screen('/signin', async () => (await import('./sessions/SignInPage.tsx')).SignInPage),
  screen('/forgot-password', async () => (await import('./sessions/ForgotPasswordPage.tsx')).ForgotPasswordPage),
  screen('/reset-password', async () => (await import('./sessions/ResetPasswordPage.tsx')).ResetPasswordPage),
  screen('/logout', async () => (await import('./sessions/LogoutPage.tsx')).LogoutPage),
  screen('/admin', async () => (await import('./app/AdminLayout.tsx')).AdminLayout, [
    { index: true, element: home },
    screen(
      '/admin/getting-started',
      async () => (await import('./getting-started/GettingStartedPage.tsx')).GettingStartedPage,
    ),
    screen('/admin/gateway', async () => (await import('./gateways/GatewaysPage.tsx')).GatewaysPage),
    screen('/admin/agents', async () => (await import('./agents/AgentsPage.tsx')).AgentsPage),
    screen('/admin/errors', async () => (await import('./diagnostics/TunnelErrorPage.tsx')).TunnelErrorPage),
    screen('/admin/domains', async () => (await import('./domains/DomainsPage.tsx')).DomainsPage),
    screen('/admin/settings', async () => (await import('./settings/SettingsPage.tsx')).SettingsPage),
    screen(
      '/admin/ip-restrictions',
      async () => (await import('./ip-restrictions/IpRestrictionsPage.tsx')).IpRestrictionsPage,
    ),
    screen('/admin/team', async () => (await import('./team/TeamPage.tsx')).TeamPage),
    screen('/admin/identity', async () => (await import('./api-keys/IdentityPage.tsx')).IdentityPage),
    screen('/admin/audit-log', async () => (await import('./audit/AuditLogPage.tsx')).AuditLogPage),
    screen('/admin/profile', async () => (await import('./profile/ProfilePage.tsx')).ProfilePage),
    screen('/admin/billing', async () => (await import('./billing/BillingPage.tsx')).BillingPage),
    screen(
      '/admin/network-transfer',
      async () => (await import('./usage/NetworkTransferPage.tsx')).NetworkTransferPage,
    ),
    screen('/admin/gateway-metrics', async () => (await import('./usage/GatewayMetricsPage.tsx')).GatewayMetricsPage),
    screen('/admin/rate-limits', async () => (await import('./rate-limits/RateLimitsPage.tsx')).RateLimitsPage),
    screen('/admin/auth-id', async () => (await import('./auth-tokens/AuthIdPage.tsx')).AuthIdPage),
    screen('/admin/*', loadNotFound),
  ]),
]

// The screens of the address of the moment start to load at once, while the session is still being restored.
for (const { route } of matchRoutes(routes, location) ?? []) void loads.get(route)?.()

/** Loads every screen ahead of its visit, so that navigation is instant and works while the server is away. */
export async function preloadScreens(): Promise<void> {
  await Promise.allSettled([...loads.values()].map((load) => load()))
}

function screen(path: string, load: LoadScreen, children?: RouteObject[]): RouteObject {
  const Screen = lazy(async () => ({ default: await load() }))
  const route = { path, element: <Screen />, children }
  loads.set(route, load)
  return route
}
