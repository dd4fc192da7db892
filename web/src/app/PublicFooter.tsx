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
          <p className={classes.version}>{site && `Version ${site.version}`}</p>
        </div>
        <nav aria-label="Footer">
          <ul className={classes.links}>
            {links.map(({ label, to }) => (
              <li key={to}>
                <Link className={classes.link} to={to}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
