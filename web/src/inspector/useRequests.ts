import type { Keeping, RequestSummary } from '@culvert/agent/inspection'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { Refusal, type Client } from './client.ts'
import { emptyList, reduceList, type ListState } from './list-state.ts'

export interface Requests extends ListState {
  keeping: Keeping | undefined
  /** Why nothing is shown, or no longer. */
  fault: 'token' | 'ended' | undefined
  /** Loads older ones; undefined when there are none. */
  showOlder: (() => void) | undefined
  /** Shows those that wait. */
  showWaiting: () => void
  /** Asks for the whole list again. */
  reload: () => void
  find: (id: string) => RequestSummary | undefined
}

/** How long the list stands before it is asked for again, in milliseconds: requests may come faster than they can be listed. */
const reloadMs = 1_000

/** The requests that a filter lets through, kept live. While the list is held, what comes waits. */
export function useRequests(client: Client, filter: string, isHeld: boolean): Requests {
  const [state, dispatch] = useReducer(reduceList, emptyList)
  const [keeping, setKeeping] = useState<Keeping>()
  const [fault, setFault] = useState<Requests['fault']>()
  const held = useRef(isHeld)
  const { cursor, isStale, isLoading } = state

  const fail = useCallback(
    (error: unknown) => setFault(error instanceof Refusal && error.status === 401 ? 'token' : 'ended'),
    [],
  )

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
    const failUnlessOver = (error: unknown) => {
      if (!abort.signal.aborted) fail(error)
    }
    async function follow(): Promise<void> {
      let isFollowed = false
      await client.follow(
        new URLSearchParams(filter),
        (changes) => {
          if (abort.signal.aborted) return
          setKeeping(changes.keeping)
          // The list is asked for once what comes is followed, so that nothing is missed in between.
          if (!isFollowed) load(abort.signal).catch(failUnlessOver)
          isFollowed = true
          dispatch({ type: 'changed', changes, isHeld: held.current })
        },
        abort.signal,
      )
      if (!abort.signal.aborted) setFault('ended')
    }
    follow().catch(failUnlessOver)
    return () => abort.abort()
  }, [client, filter, load, fail])

  useEffect(() => {
    held.current = isHeld
    if (!isHeld) dispatch({ type: 'released' })
  }, [isHeld])

  useEffect(() => {
    if (!isStale || isHeld) return undefined
    const timer = setTimeout(() => void load().catch(fail), reloadMs)
    return () => clearTimeout(timer)
  }, [isStale, isHeld, load, fail])

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
