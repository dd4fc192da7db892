import { webPaths } from '@culvert/schema/web-paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { IconArrowRight } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import classes from './NextSteps.module.css'

const links = [
  {
    to: webPaths.requests,
    title: 'See what comes in',
    description: 'Each request as it comes: how it was answered, how long it took, and why one failed.',
  },
  { to: webPaths.agents, title: 'Watch your agents', description: 'The requests and data of every session, live.' },
  { to: webPaths.gateways, title: 'Reserve more hostnames', description: 'One for each application that you expose.' },
  { to: webPaths.authId, title: 'Manage your AuthID', description: 'Regenerate or delete it at any time.' },
]

/** Shows where to go once the first tunnel is up. */
export function NextSteps({ action }: { action?: ReactNode }) {
  return (
    <Panel title="Next steps" aside={action} flush>
      <ul className={classes.root}>
        {links.map(({ to, title, description }) => (
          <li key={to}>
            <Link className={classes.link} to={to}>
              <span>
                <strong>{title}</strong>
                <span className={classes.description}>{description}</span>
              </span>
              <IconArrowRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
