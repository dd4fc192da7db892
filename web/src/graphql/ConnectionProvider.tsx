import { makeVar, type ReactiveVar } from '@apollo/client'
import { useReactiveVar } from '@apollo/client/react'
import { createContext, use, type ReactNode } from 'react'
import type { LiveStatus } from './live-connection.ts'

interface Connection {
  serverReachable: ReactiveVar<boolean>
  liveStatus: ReactiveVar<LiveStatus>
}

const ConnectionContext = createContext<Connection>({
  serverReachable: makeVar(true),
  liveStatus: makeVar<LiveStatus>('live'),
})

const fallbackPollMs = 30_000

/** Provides the state of the connections to the API. */
export function ConnectionProvider({ connection, children }: { connection: Connection; children: ReactNode }) {
  return <ConnectionContext value={connection}>{children}</ConnectionContext>
}

/** Reports whether the API answered the last request. */
export function useServerReachable(): boolean {
  return useReactiveVar(use(ConnectionContext).serverReachable)
}

/** Returns how live the screen is. */
export function useLiveStatus(): LiveStatus {
  return useReactiveVar(use(ConnectionContext).liveStatus)
}

/** Returns the milliseconds between polls for `useQuery`: 30,000 until the live connection is up and while it is down, else 0 (never). */
export function useFallbackPollMs(): number {
  return useLiveStatus() === 'live' ? 0 : fallbackPollMs
}
