import { Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import { IconCheck, IconMinus } from './icons.ts'
import classes from './PlanCard.module.css'

/** Something a plan includes, with an address as a link. */
export interface PlanFeature {
  text: string
  href?: string | null
  /** Not included. */
  missing?: boolean
}

interface PlanCardProps {
  title: string
  price: string
  description: string
  features: PlanFeature[]
  /** The button, if there is something to do. */
  action?: ReactNode
  /** The reader's own plan. */
  current?: boolean
  /** Not available yet. */
  unavailable?: boolean
}

/** A plan with what it includes. */
export function PlanCard(props: PlanCardProps) {
  const { title, price, description, features, action, current, unavailable } = props
  const titleId = useId()
  return (
    <article className={classes.root} aria-labelledby={titleId} data-current={current} data-unavailable={unavailable}>
      <Title order={3} id={titleId} className={classes.title}>
        {title}
      </Title>
      <p className={classes.price}>{price}</p>
      <p className={classes.description}>{description}</p>
      <ul className={classes.features}>
        {features.map(({ text, href, missing }) => (
          <li key={text} data-missing={missing}>
            {missing ? <IconMinus size={17} aria-hidden /> : <IconCheck size={17} aria-hidden />}
            {href ? <a href={href}>{text}</a> : text}
          </li>
        ))}
      </ul>
      {action && <div className={classes.action}>{action}</div>}
    </article>
  )
}
