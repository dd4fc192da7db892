import { Box, Group } from '@mantine/core'
import { webPaths } from '@culvert/schema/web-paths'
import { Link } from 'react-router-dom'
import { useSite } from '../features/site/useSite.ts'
import { Brand } from '../features/site/Brand.tsx'
import classes from './PublicFooter.module.css'

const links = [
  { label: 'Contact', to: webPaths.contact },
  { label: 'Documentation', to: webPaths.docs },
  { label: 'Report an Issue', to: webPaths.reportIssue },
  { label: 'Terms of Service', to: webPaths.terms },
  { label: 'Privacy Policy', to: webPaths.privacy },
  { label: 'Dashboard', to: webPaths.admin },
]

/** The footer of the public pages. */
export function PublicFooter() {
  const site = useSite()
  return (
    <footer className={classes.root}>
      <div className={classes.content}>
        <div>
          <Brand />
          <Box component="p" mih="1.5em" m="0.5rem 0 0" c="dimmed" fz="xs">
            {site && `Version ${site.version}`}
          </Box>
        </div>
        <nav aria-label="Footer">
          <Group component="ul" gap="0.25rem 1.5rem">
            {links.map(({ label, to }) => (
              <li key={to}>
                <Link className={classes.link} to={to}>
                  {label}
                </Link>
              </li>
            ))}
          </Group>
        </nav>
      </div>
    </footer>
  )
}
