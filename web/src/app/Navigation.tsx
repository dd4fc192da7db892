import { useId } from 'react'
import { NavLink } from 'react-router-dom'
import { useSite } from '../site/useSite.ts'
import { IconConnected, IconGateway, IconKey, IconStart, type Icon } from '../ui/icons.ts'
import classes from './Navigation.module.css'

interface Section {
  title: string
  links: { label: string; to: string; icon: Icon }[]
}

const sections: Section[] = [
  {
    title: 'Main Features',
    links: [
      { label: 'Getting Started', to: '/admin/getting-started', icon: IconStart },
      { label: 'Gateway', to: '/admin/gateway', icon: IconGateway },
      { label: 'Agents', to: '/admin/agents', icon: IconConnected },
    ],
  },
  { title: 'Security', links: [{ label: 'AuthID', to: '/admin/auth-id', icon: IconKey }] },
]

/** The sidebar's content, which a drawer shows on narrow screens. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const idPrefix = useId()
  const site = useSite()
  return (
    <div className={classes.root}>
      <nav className={classes.sections} aria-label="Dashboard">
        {sections.map(({ title, links }) => (
          <div key={title}>
            <p className={classes.title} id={`${idPrefix}${title}`}>
              {title}
            </p>
            <ul className={classes.links} aria-labelledby={`${idPrefix}${title}`}>
              {links.map(({ label, to, icon: LinkIcon }) => (
                <li key={to}>
                  <NavLink className={classes.link} to={to} onClick={onNavigate}>
                    <LinkIcon size={18} stroke={1.7} aria-hidden />
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <p className={classes.version}>{site && `Version ${site.version}`}</p>
    </div>
  )
}
