import { toScreenPath, webPaths } from '@culvert/schema/web-paths'
import { ActionIcon, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { ActiveAccountProvider, useActiveAccount } from '../features/accounts/ActiveAccount.tsx'
import { SuspensionBanner } from '../features/accounts/SuspensionBanner.tsx'
import { useChangedRole } from '../features/accounts/useChangedRole.ts'
import { IdentityGate } from '../features/factors/IdentityGate.tsx'
import { NoticeBell } from '../features/notices/NoticeBell.tsx'
import { receivedInvitesQuery } from '../features/team/received-invites.ts'
import { useChanges } from '../graphql/useScreenQuery.tsx'
import { lazyPart } from '../network/chunks.ts'
import { PaletteButton } from './palette/PaletteButton.tsx'
import { SitewideAlert } from '../features/site/SitewideAlert.tsx'
import { Brand } from '../features/site/Brand.tsx'
import { firstNotification } from '../ui/first-notification.ts'
import { IconMenu } from '../ui/icons.ts'
import { SkipLink } from '../ui/SkipLink.tsx'
import { useKeptFocus } from '../ui/useKeptFocus.ts'
import classes from './AdminLayout.module.css'
import { ColorSchemeToggle } from '../ui/ColorSchemeToggle.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { LiveIndicator } from './LiveIndicator.tsx'
import { Navigation } from './Navigation.tsx'
import { RequireSession } from './RequireSession.tsx'
import { ScrollToLocation } from './ScrollToLocation.tsx'
import { Shortcuts } from './shortcuts/Shortcuts.tsx'
import { SubscriptionIndicator } from './SubscriptionIndicator.tsx'
import { useLiveAccount } from './useLiveAccount.ts'
import { useLiveSite } from './useLiveSite.ts'
import { UserMenuButton } from './UserMenuButton.tsx'
import { VersionBanner } from './VersionBanner.tsx'

// What appears later, or for few people, does not delay the first screen.
const AccountSwitcher = lazyPart('AccountSwitcher', () => import('../features/accounts/AccountSwitcher.tsx'))
const NavigationDrawer = lazyPart('NavigationDrawer', () => import('./NavigationDrawer.tsx'))
const Notifications = lazyPart('Notifications', async () => {
  await firstNotification
  const { Notifications: Component } = await import('@mantine/notifications')
  return { Notifications: Component }
})

/** The admin area: the guard, the account, and the frame around every screen. */
export function AdminLayout() {
  return (
    <>
      <SitewideAlert />
      <RequireSession>
        <ActiveAccountProvider>
          <AdminFrame />
        </ActiveAccountProvider>
        <IdentityGate />
      </RequireSession>
    </>
  )
}

function AdminFrame() {
  const { membership, memberships, closed } = useActiveAccount()
  const { account } = membership
  const { pathname } = useLocation()
  const [menuOpened, menu] = useDisclosure(false, { onOpen: () => setMenuWanted(true) })
  const [menuWanted, setMenuWanted] = useState(false)
  const demotions = useChangedRole(membership)
  useKeptFocus()
  useLiveAccount(account.id)
  useLiveSite(account.id)
  // Regardless of which account is open.
  useChanges(receivedInvitesQuery, { variables: {} })
  return (
    <div className={classes.root}>
      <SkipLink />
      <aside className={classes.sidebar} aria-label="Sidebar">
        <div className={classes.sticky}>
          <div className={classes.brand}>
            <Brand />
          </div>
          <Navigation />
        </div>
      </aside>
      <Suspense>{menuWanted && <NavigationDrawer opened={menuOpened} onClose={menu.close} />}</Suspense>
      <Stack gap={0} miw={0}>
        <section className={classes.header} aria-label="Account and connection">
          <ActionIcon className={classes.burger} size="lg" aria-label="Open the menu" onClick={menu.open}>
            <IconMenu size={20} aria-hidden />
          </ActionIcon>
          {memberships.length + closed.length > 1 && (
            <div className={classes.account}>
              <Suspense>
                <AccountSwitcher />
              </Suspense>
            </div>
          )}
          <div className={classes.status}>
            <SubscriptionIndicator />
          </div>
          <div className={classes.end}>
            <Link className={classes.site} to={webPaths.home}>
              Back to Site
            </Link>
            <LiveIndicator />
            <PaletteButton />
            <NoticeBell />
            <ColorSchemeToggle />
            <UserMenuButton />
          </div>
        </section>
        <ConnectionBanner />
        <VersionBanner />
        <SuspensionBanner suspension={account.suspension} />
        <main id="content" className={classes.content} tabIndex={-1}>
          <Suspense>
            {/* Another account or a lower role remounts the screens: neither half-typed input nor an error carries over. */}
            <ErrorBoundary key={`${account.id} ${demotions} ${toScreenPath(pathname)}`} framed>
              <Outlet />
            </ErrorBoundary>
            <ScrollToLocation />
          </Suspense>
        </main>
      </Stack>
      <Shortcuts />
      <Suspense>
        <Notifications position="bottom-right" />
      </Suspense>
    </div>
  )
}
