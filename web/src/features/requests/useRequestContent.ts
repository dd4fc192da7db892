import { useQuery } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { useSteady } from '../../graphql/useSteady.ts'

const contentQuery = graphql(`
  query RequestContent_Query($accountId: ID!, $id: ID!) {
    account(id: $accountId) {
      id
      requestContent(id: $id) {
        content {
          ...RequestContent_Content
        }
        absence
        explanation
      }
    }
  }
`)

/** The content of a request, or why it cannot be shown. */
type ContentResult = NonNullable<ResultOf<typeof contentQuery>['account']['requestContent']>

/** The content of a request, during and after the query. */
export interface AskedContent {
  /** Undefined while it loads, and after an error; null if the request is gone by then. */
  result: ContentResult | null | undefined
  error: unknown
  /** Asks again. */
  ask: () => void
  isAsking: boolean
}

/** Asks for the content of a request. Nothing of it enters the cache, which is unbounded. */
export function useRequestContent(accountId: string, id: string): AskedContent {
  const { data, error, loading, refetch } = useSteady(
    useQuery(contentQuery, {
      variables: { accountId, id },
      fetchPolicy: 'no-cache',
      nextFetchPolicy: 'no-cache',
      notifyOnNetworkStatusChange: true,
      context: { waitsForAgent: true },
    }),
  )
  return {
    result: data?.account.requestContent,
    error: data ? undefined : error,
    // The query's own error gives the reason.
    ask: () => void refetch().catch(() => undefined),
    isAsking: loading,
  }
}
