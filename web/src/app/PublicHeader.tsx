import { webPaths } from '@culvert/schema/web-paths'
import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, NavLink } from 'react-router-dom'
import { useIsSignedIn } from '../auth/SessionProvider.tsx'
import { useSite } from '../features/site/useSite.ts'
import { Brand } from '../features/site/Brand.tsx'
import { IconClose, IconMenu } from '../ui/icons.ts'
import { ColorSchemeToggle } from '../ui/ColorSchemeToggle.tsx'
import classes from './PublicHeader.module.css'

const links = [
  { label: 'Features', to: '/#features' },
  { label: 'How it Works', to: '/#how-it-works' },
  { label: 'Pricing', to: webPaths.pricing },
  { label: 'Documentation', to: webPaths.docs },
  { label: 'Download', to: webPaths.download },
]

/** The top navigation, with the links to sign in and up. On narrow screens a button opens it. */
export function PublicHeader() {
  const site = useSite()
  const isSignedIn = useIsSignedIn()
  const [opened, menu] = useDisclosure(false)
  const MenuIcon = opened ? IconClose : IconMenu
  return (
    <header className={classes.root} data-opened={opened}>
      <div className={classes.bar}>
        <Link className={classes.home} to={webPaths.home} aria-label={site ? `${site.brandName} home` : 'Home'}>
          <Brand />
        </Link>
        <nav id="main-navigation" className={classes.navigation} aria-label="Main">
          <ul className={classes.links}>
            {links.map(({ label, to }) => (
              <li key={to}>
                {/* A section of the landing page never counts as the current page. */}
                {to.includes('#') ? (
                  <Link className={classes.link} to={to} onClick={menu.close}>
                    {label}
                  </Link>
                ) : (
                  <NavLink className={classes.link} to={to} onClick={menu.close}>
                    {label}
                  </NavLink>
                )}
              </li>
            ))}
            {!isSignedIn && (
              <li className={classes.signInLink} data-by-session>
                <Link className={classes.link} to={webPaths.signIn} onClick={menu.close}>
                  Sign in
                </Link>
              </li>
            )}
          </ul>
        </nav>
        <div className={classes.end}>
          <ColorSchemeToggle />
          {isSignedIn ? (
            <Button component={Link} to={webPaths.gettingStarted}>
              Dashboard
            </Button>
          ) : (
            <>
              <Button
                className={classes.signIn}
                component={Link}
                to={webPaths.signIn}
                variant="default"
                data-by-session
              >
                Sign in
              </Button>
              <Button component={Link} to={webPaths.signUp} data-by-session>
                Get Started
              </Button>
            </>
          )}
          <ActionIcon
            className={classes.menu}
            size="lg"
            aria-label={opened ? 'Close the menu' : 'Open the menu'}
            aria-expanded={opened}
            aria-controls="main-navigation"
            onClick={menu.toggle}
          >
            <MenuIcon size={20} aria-hidden />
          </ActionIcon>
        </div>
      </div>
    </header>
  )
}
