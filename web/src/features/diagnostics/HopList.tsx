import { Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './HopList.module.css'
import { IconError, IconIdle, IconOk } from '../../ui/icons.ts'

/** The state of a hop: it works, requests end there, none got that far, or it is being checked. */
export type HopState = 'ok' | 'failed' | 'unreached' | 'pending'

/** One hop on a request's path. */
export interface Hop {
  name: string
  state: HopState
  /** How long it took, for example `12 ms`. */
  time?: string
  children?: ReactNode
}

/** The label of each state. */
export const hopWords: Record<HopState, string> = {
  ok: 'Works',
  failed: 'Fails',
  unreached: 'Not reached',
  pending: 'Checking',
}

/** The hops of a request in order, each with its state as word, icon and colour. */
export function HopList({ hops }: { hops: Hop[] }) {
  return (
    <ol aria-label="Hops from the public address to your app">
      {hops.map(({ name, state, time, children }) => (
        <li key={name} className={classes.hop} data-state={state}>
          <span className={classes.icon} aria-hidden="true">
            <HopIcon state={state} />
          </span>
          <div className={classes.words}>
            <div className={classes.line}>
              <strong>{name}</strong>
              <span className={classes.state}>{hopWords[state]}</span>
              {time && <span className={classes.time}>{time}</span>}
            </div>
            {children && <div className={classes.details}>{children}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The icon of a state. */
export function HopIcon({ state }: { state: HopState }) {
  switch (state) {
    case 'ok':
      return <IconOk size={20} />
    case 'failed':
      return <IconError size={20} />
    case 'unreached':
      return <IconIdle size={20} />
    case 'pending':
      return <Loader size={18} />
    default:
      return state satisfies never
  }
}
