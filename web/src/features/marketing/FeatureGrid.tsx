import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './FeatureGrid.module.css'
import type { Icon } from '../../ui/icons.ts'

/** Something the product does. */
export interface Feature {
  icon: Icon
  title: string
  description: ReactNode
}

/** Features side by side, three in a row if there is room. */
export function FeatureGrid({ features }: { features: Feature[] }) {
  return (
    <ul className={classes.root}>
      {features.map(({ icon: FeatureIcon, title, description }) => (
        <li key={title} className={classes.feature}>
          <FeatureIcon className={classes.icon} size={22} stroke={1.6} aria-hidden />
          <Title order={3}>{title}</Title>
          <p className={classes.description}>{description}</p>
        </li>
      ))}
    </ul>
  )
}
