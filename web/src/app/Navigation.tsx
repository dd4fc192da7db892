import { Stack } from '@mantine/core'
import { useId } from 'react'
import { NavLink } from 'react-router-dom'
import { useActiveAccount } from '../features/accounts/ActiveAccount.tsx'
import { useSite } from '../features/site/useSite.ts'
import classes from './Navigation.module.css'
import { sections } from './sections.tsx'

/** The sidebar's content, which a drawer shows on narrow screens. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const idPrefix = useId()
  const site = useSite()
  const { account } = useActiveAccount().membership
  return (
    <div className={classes.root}>
      <nav className={classes.sections} aria-label="Dashboard">
        {sections.map(({ title, links }) => (
          <div key={title}>
            <p className={classes.title} id={`${idPrefix}${title}`}>
              {title}
            </p>
            <Stack component="ul" gap={2} aria-labelledby={`${idPrefix}${title}`}>
              {links
                .filter(({ isFor }) => !isFor || isFor(account))
                .map(({ label, to, icon: LinkIcon, badge }) => (
                  <li key={to}>
                    <NavLink className={classes.link} to={to} title={label} onClick={onNavigate}>
                      <LinkIcon size={18} stroke={1.7} aria-hidden />
                      <span className={classes.label}>{label}</span>
                      {badge && <span className={classes.badge}>{badge}</span>}
                    </NavLink>
                  </li>
                ))}
            </Stack>
          </div>
        ))}
      </nav>
      <p className={classes.version}>{site && `Version ${site.version}`}</p>
    </div>
  )
}
