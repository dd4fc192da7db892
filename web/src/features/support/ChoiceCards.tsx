import { useId } from 'react'
import classes from './ChoiceCards.module.css'
import type { Icon } from '../../ui/icons.ts'

/** One of the choices. */
export interface Choice<Value extends string> {
  value: Value
  label: string
  description: string
  icon: Icon
}

interface ChoiceCardsProps<Value extends string> {
  /** The selected value. */
  label: string
  choices: Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice among a few options, each with a description: radio buttons as cards. */
export function ChoiceCards<Value extends string>({ label, choices, value, onChange }: ChoiceCardsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.root}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.cards}>
        {choices.map(({ value: own, label: title, description, icon: ChoiceIcon }) => (
          <label key={own} className={classes.card}>
            <input
              className={classes.input}
              type="radio"
              name={name}
              checked={own === value}
              onChange={() => onChange(own)}
            />
            <ChoiceIcon className={classes.icon} size={20} stroke={1.7} aria-hidden />
            <span className={classes.title}>{title}</span>
            <span className={classes.description}>{description}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
