import { ApolloLink } from '@apollo/client/link'
import { OperationTypeNode } from 'graphql'
import { defer, of, switchMap, tap, type Observable } from 'rxjs'

/** How often a query is asked again before its answer is taken as it is: events may come without end. */
const repeatsMax = 2

/**
 * Makes two links of a client's: `events` for its subscriptions, and `queries` for what it asks. What the server read for an answer before
 * an event may be older than the event, and would undo it in the cache. So a query is asked again when an event came before its answer.
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
    // What an agent answers is no state that events tell of, and is asked of it once.
    const isRepeatable = operation.operationType === OperationTypeNode.QUERY && !operation.getContext().waitsForAgent
    return isRepeatable ? ask(repeatsMax) : forward(operation)
  })

  return { events, queries }
}
