import { ApolloLink } from '@apollo/client/link'
import { OperationTypeNode } from 'graphql'
import { defer, of, switchMap, tap, type Observable } from 'rxjs'

/** How often a query is repeated before its answer is accepted as it is: events may arrive without end. */
const repeatsMax = 2

/**
 * Creates a client's two links: `events` for its subscriptions, and `queries` for its queries. Data that the server read for an answer before
 * an event may be older than the event, and would undo it in the cache. So a query is repeated if an event arrived before its answer.
 */
export function createOvertakenLinks(): { events: ApolloLink; queries: ApolloLink } {
  let eventCount = 0

  const events = new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      tap(() => {
        eventCount += 1
      }),
    ),
  )

  const queries = new ApolloLink((operation, forward) => {
    const ask = (repeats: number): Observable<ApolloLink.Result> =>
      defer(() => {
        const before = eventCount
        return forward(operation).pipe(
          switchMap((result) => (eventCount > before && repeats > 0 ? ask(repeats - 1) : of(result))),
        )
      })
    // An agent's answer is not state that events report, and the agent is asked only once.
    const isRepeatable = operation.operationType === OperationTypeNode.QUERY && !operation.getContext().waitsForAgent
    return isRepeatable ? ask(repeatsMax) : forward(operation)
  })

  return { events, queries }
}
