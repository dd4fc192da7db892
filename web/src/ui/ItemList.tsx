import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ItemList.module.css'

/** A list of items, each with room for details and buttons. */
export function ItemList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.root} aria-label={label}>
      {children}
    </ul>
  )
}

interface ItemProps {
  title: ReactNode
  /** Badges beside the title. */
  tags?: ReactNode
  /** A quiet line under the title. */
  description?: ReactNode
  /** Buttons at the end of the title line. */
  actions?: ReactNode
  /** Details below. */
  children?: ReactNode
}

/** One item of a list. */
export function Item({ title, tags, description, actions, children }: ItemProps) {
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <div className={classes.words}>
          <div className={classes.titleLine}>
            <Title order={3}>{title}</Title>
            {tags}
          </div>
          {description && <div className={classes.description}>{description}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children && <div className={classes.details}>{children}</div>}
    </li>
  )
}
