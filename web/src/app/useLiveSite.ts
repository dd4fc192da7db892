import { useSubscription } from '@apollo/client/react'
import { graphql } from '../graphql/generated/gql.ts'
import { additionFields, createRefresh } from './refresh.ts'

const siteChangedSubscription = graphql(`
  subscription LiveSite_Changed {
    siteChanged {
      ...Site_Site
    }
  }
`)

const plansQuery = graphql(`
  query LiveSite_Plans($accountId: ID!) {
    account(id: $accountId) {
      id
      plan {
        ...Plan_Plan
      }
    }
    plans {
      ...Plan_Plan
    }
  }
`)

/** Keeps the operator's settings live, and the plans with them: limits and availability may have changed. */
export function useLiveSite(accountId: string): void {
  useSubscription(siteChangedSubscription, {
    ignoreResults: true,
    onData: ({ client }) => {
      const options = { query: plansQuery, variables: { accountId }, fetchPolicy: 'network-only' } as const
      // Anything that fails to load now is read with the next screen.
      client.query(options).catch(() => undefined)
      const refresh = createRefresh(client)
      for (const field of additionFields) refresh(accountId, field)
    },
  })
}
