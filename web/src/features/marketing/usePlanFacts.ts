import { useQuery } from '@apollo/client/react'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { unlimited } from '@culvert/schema/units'
import { graphql } from '../../graphql/generated/gql.ts'

const factsQuery = graphql(`
  query PlanFacts_Query {
    plans {
      id
      name
      isFree
      maxDataOutGb
      maxDomains
      maxIpRestrictions
    }
  }
`)

export type PlanFacts = ResultOf<typeof factsQuery>['plans'][number]

/** What pages say of the plans: of the free one, and which have what the free one may lack. */
export function usePlanFacts(): { isLoading: boolean; plans: readonly PlanFacts[]; free: PlanFacts | undefined } {
  const { data, loading } = useQuery(factsQuery, { context: { withoutSession: true } })
  const plans = data?.plans ?? []
  return { isLoading: loading && !data, plans, free: plans.find(({ isFree }) => isFree) }
}

/** How much data a plan includes, for example 5 GB; undefined without limit. Beside `formatGb`, which the home page would load all formats for. */
export function findTransfer({ maxDataOutGb }: PlanFacts): string | undefined {
  return maxDataOutGb === unlimited ? undefined : `${maxDataOutGb.toLocaleString('en-US')} GB`
}
