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

/** Returns the facts about plans that pages show: the free plan, and which plans have what it lacks. */
export function usePlanFacts(): { isLoading: boolean; plans: readonly PlanFacts[]; free: PlanFacts | undefined } {
  const { data, loading } = useQuery(factsQuery, { context: { withoutSession: true } })
  const plans = data?.plans ?? []
  return { isLoading: loading && !data, plans, free: plans.find(({ isFree }) => isFree) }
}

/** Returns how much data a plan includes, for example 5 GB; undefined if unlimited. It does not use `formatGb`, which would make the home page load all formats. */
export function findTransfer({ maxDataOutGb }: PlanFacts): string | undefined {
  return maxDataOutGb === unlimited ? undefined : `${maxDataOutGb.toLocaleString('en-US')} GB`
}
