import type { Keeping, RequestSummary } from '@culvert/agent/inspection'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { Refusal, type Client } from './client.ts'
import { emptyList, reduceList, type ListState } from './list-state.ts'

export interface Requests extends ListState {
  keeping: Keeping | undefined
  /** Why nothing is shown, or no longer. */
  fault: 'token' | 'ended' | undefined
  /** Loads older requests; undefined if there are none. */
  showOlder: (() => void) | undefined
  /** Shows the waiting requests. */
  showWaiting: () => void
  /** Fetches the whole list again. */
  reload: () => void
  find: (id: string) => RequestSummary | undefined
}

/** How long the list stays before it is fetched again, in milliseconds: requests may arrive faster than they can be listed. */
const reloadMs = 1_000

/** How long after a loss of the agent it is looked for again, in milliseconds. */
const retryMs = 2_000

const isTokenRefused = (error: unknown) => error instanceof Refusal && error.status === 401

/** Returns the requests that match a filter, kept live. While the list is paused, new requests wait. */
export function useRequests(client: Client, filter: string, isPaused: boolean): Requests {
  const [state, dispatch] = useReducer(reduceList, emptyList)
  const [keeping, setKeeping] = useState<Keeping>()
  const [fault, setFault] = useState<Requests['fault']>()
  const paused = useRef(isPaused)
  const { cursor, isStale, isLoading } = state

  const fail = useCallback((error: unknown) => setFault(isTokenRefused(error) ? 'token' : 'ended'), [])

  const load = useCallback(
    async (signal?: AbortSignal) => {
      dispatch({ type: 'asked' })
      const list = await client.list(new URLSearchParams(filter))
      if (signal?.aborted !== true) dispatch({ type: 'loaded', list })
    },
    [client, filter],
  )

  useEffect(() => {
    const abort = new AbortController()
    let isListed = false
    const list = () => {
      load(abort.signal).then(
        () => (isListed = true),
        (error: unknown) => abort.signal.aborted || fail(error),
      )
    }
    async function followOnce(): Promise<void> {
      let isFollowed = false
      await client.follow(
        new URLSearchParams(filter),
        (changes) => {
          if (abort.signal.aborted) return
          setFault(undefined)
          setKeeping(changes.keeping)
          // The list is fetched only once changes are followed, so that none in between is missed. A paused one must not move.
          const isPartial = changes.isPartial || (!isFollowed && isListed)
          if (!isFollowed && !isListed) list()
          isFollowed = true
          dispatch({ type: 'changed', changes: { ...changes, isPartial }, isPaused: paused.current })
        },
        abort.signal,
      )
    }
    // A browser ends the connection when the network changes or the machine sleeps, although the agent is on this machine.
    async function follow(): Promise<void> {
      const error: unknown = await followOnce().catch((failure: unknown) => failure)
      if (abort.signal.aborted) return
      fail(error)
      if (!isTokenRefused(error)) retry = setTimeout(() => void follow(), retryMs)
    }
    let retry: ReturnType<typeof setTimeout> | undefined
    void follow()
    return () => {
      abort.abort()
      clearTimeout(retry)
    }
  }, [client, filter, load, fail])

  useEffect(() => {
    paused.current = isPaused
    if (!isPaused) dispatch({ type: 'released' })
  }, [isPaused])

  useEffect(() => {
    if (!isStale || isPaused) return undefined
    const timer = setTimeout(() => void load().catch(fail), reloadMs)
    return () => clearTimeout(timer)
  }, [isStale, isPaused, load, fail])

  const showOlder = useCallback(() => {
    if (cursor === undefined) return
    const query = new URLSearchParams(filter)
    query.set('before', cursor)
    client.list(query).then((list) => dispatch({ type: 'older', cursor, list }), fail)
  }, [client, filter, cursor, fail])

  const reload = () => void load().catch(fail)
  return {
    ...state,
    keeping,
    fault,
    showOlder: cursor === undefined || isLoading ? undefined : showOlder,
    showWaiting: () => (isStale ? reload() : dispatch({ type: 'released' })),
    reload,
    find: (id) => [...(state.rows ?? []), ...state.waiting].find((each) => each.id === id),
  }
}
