import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useQuery, useSubscription } from '@apollo/client/react'
import { useFallbackPollMs } from './ConnectionProvider.tsx'
import { QueryError } from './QueryError.tsx'
import { toSubscription } from './to-subscription.ts'
import { useSteady } from './useSteady.ts'

interface ScreenQueryOptions<Variables> extends Pick<useQuery.Options, 'pollInterval' | 'skip' | 'skipPollAttempt'> {
  variables: Variables
  /** Follows what the query reads of the account or the viewer. Without it, the events that every screen gets are enough. */
  live?: boolean
}

/**
 * Asks for what a screen shows, and again at intervals while the live connection is down.
 *
 * @param what What the query reads, for the reader of an error, for example `your gateways`.
 */
export function useScreenQuery<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  what: string,
  { live = false, ...options }: ScreenQueryOptions<Variables>,
) {
  const { variables, skip } = options
  const pollInterval = useFallbackPollMs()
  const answer = useSteady(useQuery<Data, Variables>(query, { pollInterval, ...options }))
  useChanges(query, { variables, skip: skip || !live })
  // While another page or range loads, the one before it stays: the layout does not jump.
  const data = answer.data ?? answer.previousData
  const refetch = () => void answer.refetch()
  return {
    /** Undefined while it loads. */
    data,
    /** What to show where there is nothing else. */
    failure: answer.error && !data && <QueryError what={what} error={answer.error} onRetry={refetch} />,
    refetch,
  }
}

/** Keeps what a query reads of the account or the viewer up to date in the cache. */
export function useChanges<Variables extends OperationVariables>(
  query: TypedDocumentNode<unknown, Variables>,
  options: { variables: Variables; skip?: boolean },
): void {
  useSubscription<unknown, Variables>(toSubscription(query), { ...options, ignoreResults: true })
}
