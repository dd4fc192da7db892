import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, NavLink } from 'react-router-dom'
import { useIsSignedIn } from '../session/SessionProvider.tsx'
import { useSite } from '../site/useSite.ts'
import { Brand } from '../ui/Brand.tsx'
import { IconClose, IconMenu } from '../ui/icons.ts'
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx'
import classes from './PublicHeader.module.css'

const links = [
  { label: 'Features', to: '/#features' },
  { label: 'How it Works', to: '/#how-it-works' },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Documentation', to: '/docs' },
  { label: 'Download', to: '/download' },
]

/** The top navigation, with the way in at its end. On narrow screens a button opens it. */
export function PublicHeader() {
  const site = useSite()
  const isSignedIn = useIsSignedIn()
  const [opened, menu] = useDisclosure(false)
  const MenuIcon = opened ? IconClose : IconMenu
  return (
    <header className={classes.root} data-opened={opened}>
      <div className={classes.bar}>
        <Link className={classes.home} to="/" aria-label={site ? `${site.brandName} home` : 'Home'}>
          <Brand name={site?.brandName} />
        </Link>
        <nav id="main-navigation" className={classes.navigation} aria-label="Main">
          <ul className={classes.links}>
            {links.map(({ label, to }) => (
              <li key={to}>
                {/* A part of the landing page is never the page one is on. */}
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
              <li className={classes.signInLink}>
                <Link className={classes.link} to="/signin" onClick={menu.close}>
                  Sign in
                </Link>
              </li>
            )}
          </ul>
        </nav>
        <div className={classes.end}>
          <ColorSchemeToggle />
          {isSignedIn ? (
            <Button component={Link} to="/admin/getting-started">
              Dashboard
            </Button>
          ) : (
            <>
              <Button className={classes.signIn} component={Link} to="/signin" variant="default">
                Sign in
              </Button>
              <Button component={Link} to="/signup">
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
