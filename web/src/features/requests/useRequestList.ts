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

/** Rows of a page. */
const pageSize = 100
/** How long a list stands before it is read anew, in milliseconds: requests may come faster than they can be listed. */
const reloadMs = 1_000

/** The requests that a filter lets through. */
export interface Requests extends RequestList {
  /** Why the list could not be read. */
  error: unknown
  /** Loads older ones by itself, as the reader comes to the end; undefined when there are none, or when the reader is asked first. */
  loadOlder: (() => void) | undefined
  /** Asks for older ones, where a page found less than it has room for: how far back it looked. */
  searchFurther: { searchedTo: string; run: () => void } | undefined
  /** Loads newer ones that were dropped; undefined when none were. */
  loadNewer: (() => void) | undefined
  /** Asks again for the page that did not come. */
  retryPage: () => void
  /** Shows those that wait. */
  showWaiting: () => void
  /** Reads the list anew. */
  reload: () => void
}

interface Options {
  accountId: string
  /** Another object is another filter. */
  filter: RequestFilter
  /** While the list is held, what comes waits. */
  isHeld: boolean
}

/** Lists an account's requests, and keeps the list live. Nothing of it goes to the cache, which has no bound. */
export function useRequestList({ accountId, filter, isHeld }: Options): Requests {
  const client = useApolloClient()
  const [list, dispatch] = useReducer(reduceList, emptyList)
  const [listed, setListed] = useState(filter)
  if (listed !== filter) {
    setListed(filter)
    dispatch({ type: 'asked' })
  }
  const held = useRef(isHeld)
  const { pages, isStale, isCut, isLoading, isPaging, failedPage } = list
  const variables = { accountId, filter }

  const { data, error, refetch } = useSteady(
    useQuery(listQuery, {
      variables: { ...variables, first: pageSize },
      fetchPolicy: 'no-cache',
      nextFetchPolicy: 'no-cache',
      pollInterval: useFallbackPollMs(),
      // An answer that is under way may have been read before what is asked about now.
      context: { queryDeduplication: false },
    }),
  )

  const reload = useCallback(() => {
    const read = async () => {
      dispatch({ type: 'asked' })
      const page = (await refetch()).data?.account.requests
      if (page) dispatch({ type: 'newest', page, isHeld: false })
    }
    // The query's own error says why.
    read().catch(() => undefined)
  }, [refetch])

  useEffect(() => {
    if (data) dispatch({ type: 'newest', page: data.account.requests, isHeld: held.current })
  }, [data])

  useSubscription(addedSubscription, {
    variables,
    fetchPolicy: 'no-cache',
    ignoreResults: true,
    onData: ({ data: { data: event } }) => {
      if (!event) return
      const { nodes, omitted } = event.requestsAdded
      // The first batch after the connection was made, or was back: what came before it is read.
      if (nodes.length === 0) void refetch().catch(() => undefined)
      else dispatch({ type: 'added', nodes, isPartial: omitted > 0, isHeld: held.current })
    },
  })

  useEffect(() => {
    held.current = isHeld
    if (!isHeld) dispatch({ type: 'released' })
  }, [isHeld])

  useEffect(() => {
    if (!isStale || isHeld || isCut) return undefined
    const timer = setTimeout(reload, reloadMs)
    return () => clearTimeout(timer)
  }, [isStale, isHeld, isCut, reload])

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
