import type { Keeping, RequestSummary } from '@culvert/agent/inspection'
import { useEffect, useState } from 'react'
import { Refusal, type Client } from './client.ts'

export interface Requests {
  /** The newest first; undefined while they load. */
  all: RequestSummary[] | undefined
  keeping: Keeping | undefined
  /** Why nothing is shown, or no longer. */
  fault: 'token' | 'ended' | undefined
  hasOlder: boolean
  showOlder: () => void
}

/** The requests that a filter lets through, kept live. */
export function useRequests(client: Client, filter: string): Requests {
  const [all, setAll] = useState<RequestSummary[]>()
  const [cursor, setCursor] = useState<string>()
  const [keeping, setKeeping] = useState<Keeping>()
  const [fault, setFault] = useState<Requests['fault']>()
  const fits = toPredicate(new URLSearchParams(filter))

  useEffect(() => {
    const abort = new AbortController()
    const fail = (error: unknown) => {
      if (!abort.signal.aborted) setFault(error instanceof Refusal && error.status === 401 ? 'token' : 'ended')
    }
    async function load(): Promise<void> {
      const list = await client.list(new URLSearchParams(filter))
      if (abort.signal.aborted) return
      setAll((before = []) => join(before, list.requests))
      setCursor(list.cursor)
    }
    async function follow(): Promise<void> {
      let isFollowed = false
      await client.follow((changes) => {
        const gone = new Set(changes.forgotten)
        setKeeping(changes.keeping)
        setAll((before = []) => merge(before, changes.requests).filter(({ id }) => !gone.has(id)))
        // The list is asked for once what comes is followed, so that nothing is missed in between.
        if (!isFollowed) load().catch(fail)
        isFollowed = true
      }, abort.signal)
      setFault('ended')
    }
    follow().catch(fail)
    return () => abort.abort()
  }, [client, filter])

  async function loadOlder(): Promise<void> {
    const query = new URLSearchParams(filter)
    if (cursor) query.set('before', cursor)
    const list = await client.list(query)
    setAll((before = []) => [...before, ...list.requests])
    setCursor(list.cursor)
  }

  const showOlder = () => void loadOlder().catch(() => setFault('ended'))
  return { all: all?.filter(fits), keeping, fault, hasOlder: cursor !== undefined, showOlder }
}

/** Puts changed requests into a list in their place, and new ones, which come oldest first, at its top. */
function merge(list: readonly RequestSummary[], changed: readonly RequestSummary[]): RequestSummary[] {
  const byId = new Map(changed.map((each) => [each.id, each]))
  const kept = list.map((each) => {
    const change = byId.get(each.id)
    byId.delete(each.id)
    return change ?? each
  })
  return [...[...byId.values()].toReversed(), ...kept]
}

/** Joins what came while the list was asked for with the list, the newest first. */
function join(before: readonly RequestSummary[], list: readonly RequestSummary[]): RequestSummary[] {
  const byId = new Map([...list, ...before.filter(({ state }) => state !== 'open')].map((each) => [each.id, each]))
  return [...byId.values()].toSorted((a, b) => sequenceOf(b.id) - sequenceOf(a.id))
}

/** The agent counts its requests: what came later has the higher number. */
export function sequenceOf(id: string): number {
  return Number(id.split('-')[1] ?? 0)
}

/** The same filter as the agent's, for requests that come. */
function toPredicate(query: URLSearchParams): (request: RequestSummary) => boolean {
  const [tunnel, method, status, path, kind] = ['tunnel', 'method', 'status', 'path', 'kind'].map((name) =>
    query.get(name),
  )
  return (request) =>
    (!tunnel || request.tunnel === tunnel) &&
    (!method || request.method === method) &&
    (!kind || request.kind === kind) &&
    (!status || Math.floor(request.status / 100) === Number(status)) &&
    (!path || request.target.toLowerCase().includes(path.toLowerCase()))
}
