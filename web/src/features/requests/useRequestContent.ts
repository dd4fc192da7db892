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

/** What a request held, or why that cannot be shown. */
type ContentResult = NonNullable<ResultOf<typeof contentQuery>['account']['requestContent']>

/** What a request held, while it is asked for and after. */
export interface AskedContent {
  /** Undefined while it loads, and after an error; null where the request is gone meanwhile. */
  result: ContentResult | null | undefined
  error: unknown
  /** Asks once more. */
  ask: () => void
  isAsking: boolean
}

/** Asks what a request held. None of it goes to the cache, which has no bound. */
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
    // The query's own error says why.
    ask: () => void refetch().catch(() => undefined),
    isAsking: loading,
  }
}
