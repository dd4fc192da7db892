import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useQuery, useSubscription } from '@apollo/client/react'
import type { ReactElement } from 'react'
import { useFallbackPollMs } from './ConnectionProvider.tsx'
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
  useChanges(query, { variables, skip: skip || !live })
  // While another page or range loads, the previous one stays, so that the layout does not jump. What the viewer may no longer see is removed.
  const data = skip ? undefined : (answer.data ?? answer.previousData)
  const refetch = () => void answer.refetch()
  return {
    data,
    failure: answer.error && !data ? <QueryError what={what} error={answer.error} onRetry={refetch} /> : undefined,
    refetch,
  }
}

/** Keeps the data that a query reads of the account or the viewer up to date in the cache. */
export function useChanges<Variables extends OperationVariables>(
  query: TypedDocumentNode<unknown, Variables>,
  options: { variables: Variables; skip?: boolean },
): void {
  useSubscription<unknown, Variables>(toSubscription(query), { ...options, ignoreResults: true })
}
