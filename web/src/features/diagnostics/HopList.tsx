import { Box, Group, Loader } from '@mantine/core'
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

/** The icon of each state. */
export const hopIcons: Record<HopState, ReactNode> = {
  ok: <IconOk size={20} />,
  failed: <IconError size={20} />,
  unreached: <IconIdle size={20} />,
  pending: <Loader size={18} />,
}

/** The hops of a request in order, each with its state as word, icon and colour. */
export function HopList({ hops }: { hops: Hop[] }) {
  return (
    <ol aria-label="Hops from the public address to your app">
      {hops.map(({ name, state, time, children }) => (
        <li key={name} className={classes.hop} data-state={state}>
          <span className={classes.icon} aria-hidden="true">
            {hopIcons[state]}
          </span>
          <Box flex={1} miw={0}>
            <Group gap="0 0.625rem" align="baseline">
              <strong>{name}</strong>
              <span className={classes.state}>{hopWords[state]}</span>
              {time && <span className={classes.time}>{time}</span>}
            </Group>
            {children && <div className={classes.details}>{children}</div>}
          </Box>
        </li>
      ))}
    </ol>
  )
}
