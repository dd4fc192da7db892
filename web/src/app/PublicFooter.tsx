import { Link } from 'react-router-dom'
import { useSite } from '../site/useSite.ts'
import { Brand } from '../ui/Brand.tsx'
import classes from './PublicFooter.module.css'

const links = [
  { label: 'Contact', to: '/contact' },
  { label: 'Documentation', to: '/docs' },
  { label: 'Report an Issue', to: '/report-issue' },
  { label: 'Terms of Service', to: '/terms' },
  { label: 'Privacy Policy', to: '/privacy' },
  { label: 'Dashboard', to: '/admin' },
]

/** The foot of the public pages. */
export function PublicFooter() {
  const site = useSite()
  return (
    <footer className={classes.root}>
      <div className={classes.content}>
        <div>
          <Brand name={site?.brandName} />
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
