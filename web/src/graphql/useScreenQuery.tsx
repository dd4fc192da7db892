import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useQuery, useSubscription } from '@apollo/client/react'
import type { ReactElement } from 'react'
import { useFallbackPollMs } from './ConnectionProvider.tsx'
import { findErrorCode } from './errors.ts'
import { QueryError } from './QueryError.tsx'
import { toSubscription } from './to-subscription.ts'
import { useSteady } from './useSteady.ts'

interface ScreenQueryOptions<Variables> extends Pick<useQuery.Options, 'pollInterval' | 'skip' | 'skipPollAttempt'> {
  variables: Variables
  /** Follows what the query reads of the account or the viewer. Without it, the events that every screen receives are enough. */
  live?: boolean
}

interface ScreenAnswer<Data> {
  /** Undefined while it loads. */
  data: Data | undefined
  /** Shown in place of missing data. */
  failure: ReactElement | undefined
  refetch: () => void
}

/**
 * Queries what a screen shows, and repeats it at intervals while the live connection is down.
 *
 * @param what What the query reads, for the text of an error, for example `your gateways`.
 */
export function useScreenQuery<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  what: string,
  { live = false, ...options }: ScreenQueryOptions<Variables>,
): ScreenAnswer<Data> {
  const { variables, skip } = options
  const pollInterval = useFallbackPollMs()
  const answer = useSteady(useQuery<Data, Variables>(query, { pollInterval, ...options }))
  const refetch = () => void answer.refetch()
  useChanges(query, { variables, skip: skip || !live, onRefused: refetch })
  // While another page or range loads, the previous one stays, so that the layout does not jump. What the viewer may no longer see is removed.
  const data = skip || isRefusal(answer.error) ? undefined : (answer.data ?? answer.previousData)
  return {
    data,
    failure: answer.error && !data ? <QueryError what={what} error={answer.error} onRetry={refetch} /> : undefined,
    refetch,
  }
}

/**
 * Keeps the data that a query reads of the account or the viewer up to date in the cache.
 *
 * @param options.onRefused Called when the viewer may no longer read something of it: such an event does not reach the cache.
 */
export function useChanges<Variables extends OperationVariables>(
  query: TypedDocumentNode<unknown, Variables>,
  { onRefused, ...options }: { variables: Variables; skip?: boolean; onRefused?: () => void },
): void {
  useSubscription<unknown, Variables>(toSubscription(query), {
    ...options,
    ignoreResults: true,
    onError: (error) => isRefusal(error) && onRefused?.(),
  })
}

function isRefusal(error: unknown): boolean {
  return findErrorCode(error) === 'FORBIDDEN'
}
