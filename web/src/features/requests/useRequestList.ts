import { useApolloClient, useQuery, useSubscription } from '@apollo/client/react'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { useFallbackPollMs } from '../../graphql/ConnectionProvider.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import type { RequestFilter } from '../../graphql/generated/graphql.ts'
import { useSteady } from '../../graphql/useSteady.ts'
import { emptyList, reduceList, type RequestList, type Side } from './request-list.ts'

const listQuery = graphql(`
  query RequestList_Query($accountId: ID!, $filter: RequestFilter, $first: Int!, $after: String, $before: String) {
    account(id: $accountId) {
      id
      requests(filter: $filter, first: $first, after: $after, before: $before) {
        ...RequestPage_Page
      }
    }
  }
`)

const addedSubscription = graphql(`
  subscription RequestList_Added($accountId: ID!, $filter: RequestFilter) {
    requestsAdded(accountId: $accountId, filter: $filter) {
      nodes {
        ...RequestRow_Request
      }
      omitted
    }
  }
`)

/** The number of rows in a page. */
const pageSize = 100
/** How long a list stays before it is read again, in milliseconds: requests may arrive faster than they can be listed. */
const reloadMs = 1_000

/** The requests that match a filter. */
export interface Requests extends RequestList {
  /** Why the list could not be read. */
  error: unknown
  /** Loads older requests automatically as the reader reaches the end; undefined if there are none, or if the reader is asked first. */
  loadOlder: (() => void) | undefined
  /** Searches further back if a page found less than it has room for; `searchedTo` is how far back it looked. */
  searchFurther: { searchedTo: string; run: () => void } | undefined
  /** Loads newer requests that were dropped; undefined if none were. */
  loadNewer: (() => void) | undefined
  /** Requests the failed page again. */
  retryPage: () => void
  /** Shows the waiting requests. */
  showWaiting: () => void
  /** Reads the list again. */
  reload: () => void
}

interface Options {
  accountId: string
  /** A different object is a different filter. */
  filter: RequestFilter
  /** While the list is paused, new requests wait. */
  isPaused: boolean
}

/** Lists an account's requests, and keeps the list live. Nothing of it enters the cache, which is unbounded. */
export function useRequestList({ accountId, filter, isPaused }: Options): Requests {
  const client = useApolloClient()
  const [list, dispatch] = useReducer(reduceList, emptyList)
  const [listed, setListed] = useState(filter)
  if (listed !== filter) {
    setListed(filter)
    dispatch({ type: 'asked' })
  }
  const paused = useRef(isPaused)
  const { pages, isStale, isCut, isLoading, isPaging, failedPage } = list
  const variables = { accountId, filter }

  const { data, error, refetch } = useSteady(
    useQuery(listQuery, {
      variables: { ...variables, first: pageSize },
      fetchPolicy: 'no-cache',
      nextFetchPolicy: 'no-cache',
      pollInterval: useFallbackPollMs(),
      // An answer in progress may have been read before the current question.
      context: { queryDeduplication: false },
    }),
  )

  const reload = useCallback(() => {
    const read = async () => {
      dispatch({ type: 'asked' })
      const page = (await refetch()).data?.account.requests
      if (page) dispatch({ type: 'newest', page, isPaused: false })
    }
    // The query's own error gives the reason.
    read().catch(() => undefined)
  }, [refetch])

  useEffect(() => {
    if (data) dispatch({ type: 'newest', page: data.account.requests, isPaused: paused.current })
  }, [data])

  useSubscription(addedSubscription, {
    variables,
    fetchPolicy: 'no-cache',
    ignoreResults: true,
    onData: ({ data: { data: event } }) => {
      if (!event) return
      const { nodes, omitted } = event.requestsAdded
      // The first batch after the connection was made or restored: earlier requests are read.
      if (nodes.length === 0) void refetch().catch(() => undefined)
      else dispatch({ type: 'added', nodes, isPartial: omitted > 0, isPaused: paused.current })
    },
  })

  useEffect(() => {
    paused.current = isPaused
    if (!isPaused) dispatch({ type: 'released' })
  }, [isPaused])

  useEffect(() => {
    if (!isStale || isPaused || isCut) return undefined
    const timer = setTimeout(reload, reloadMs)
    return () => clearTimeout(timer)
  }, [isStale, isPaused, isCut, reload])

  const loadPage = useCallback(
    (side: Side, cursor: string) => {
      const read = async () => {
        dispatch({ type: 'paging' })
        const at = side === 'older' ? { after: cursor } : { before: cursor }
        const { data: answer } = await client.query({
          query: listQuery,
          variables: { accountId, filter, first: pageSize, ...at },
          fetchPolicy: 'no-cache',
        })
        if (answer) dispatch({ type: side, cursor, page: answer.account.requests })
      }
      read().catch((failure: unknown) => dispatch({ type: 'failed', side, error: failure }))
    },
    [client, accountId, filter],
  )

  const last = pages?.at(-1)
  const older = last?.endCursor ?? undefined
  const newer = isCut ? (pages?.[0]?.startCursor ?? undefined) : undefined
  const isReady = !isLoading && !isPaging && failedPage === undefined
  const isFull = (last?.nodes.length ?? 0) >= pageSize
  const loadOlder = useCallback(() => older !== undefined && loadPage('older', older), [older, loadPage])
  const loadNewer = useCallback(() => newer !== undefined && loadPage('newer', newer), [newer, loadPage])
  return {
    ...list,
    error,
    loadOlder: older !== undefined && isReady && isFull ? loadOlder : undefined,
    searchFurther:
      older !== undefined && isReady && !isFull && last?.searchedTo
        ? { searchedTo: last.searchedTo, run: loadOlder }
        : undefined,
    loadNewer: newer !== undefined && isReady ? loadNewer : undefined,
    retryPage: failedPage?.side === 'newer' ? loadNewer : loadOlder,
    showWaiting: () => (isStale || isCut ? reload() : dispatch({ type: 'released' })),
    reload,
  }
}
