import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useQuery, useSubscription } from '@apollo/client/react'
import { useThrottledCallback } from '@mantine/hooks'
import { useRef } from 'react'
import { graphql } from '../../graphql/generated/gql.ts'
import type { RequestFilter } from '../../graphql/generated/graphql.ts'
import { useSteady } from '../../graphql/useSteady.ts'

const addedSubscription = graphql(`
  subscription FollowedQuery_Added($accountId: ID!, $filter: RequestFilter!) {
    requestsAdded(accountId: $accountId, filter: $filter) {
      omitted
    }
  }
`)

interface FollowedOptions<Variables> {
  variables: Variables
  /** The requests that the query depends on. */
  filter: RequestFilter
  /** The least time between two reads, in milliseconds. */
  pauseMs: number
}

interface FollowedAnswer<Data> {
  /** Undefined while it loads. */
  data: Data | undefined
  error: unknown
  reload: () => void
}

/** How often the result is read again, because it also changes with time; milliseconds. */
const pollMs = 60_000

/** Queries what depends on an account's requests, and again as requests come in. Nothing of it enters the cache, which is unbounded. */
export function useFollowedQuery<Data, Variables extends OperationVariables & { accountId: string }>(
  query: TypedDocumentNode<Data, Variables>,
  { variables, filter, pauseMs }: FollowedOptions<Variables>,
): FollowedAnswer<Data> {
  const { data, previousData, error, refetch } = useSteady(
    useQuery<Data, Variables>(query, {
      variables,
      fetchPolicy: 'no-cache',
      nextFetchPolicy: 'no-cache',
      pollInterval: pollMs,
      skipPollAttempt: () => document.hidden,
    }),
  )
  const reload = () => void refetch().catch(() => undefined)
  const whenAdded = useThrottledCallback(reload, pauseMs)
  const isFollowing = useRef(false)
  useSubscription(addedSubscription, {
    variables: { accountId: variables.accountId, filter },
    fetchPolicy: 'no-cache',
    ignoreResults: true,
    onData: () => {
      // The first batch confirms the subscription. If it comes again, the connection was lost meanwhile.
      if (isFollowing.current) whenAdded()
      isFollowing.current = true
    },
  })
  return { data: data ?? previousData, error, reload }
}
