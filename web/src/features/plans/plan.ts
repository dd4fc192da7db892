import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const planFragment = graphql(`
  fragment Plan_Plan on Plan {
    id
    name
    type
    isFree
    priceMonthlyCents
    maxSubpoints
    maxDomains
    maxApiRequests
    maxDataOutGb
    maxAgentHoursMonthly
    features {
      text
      missing
      isMain
    }
    isProviderBacked
    availability
  }
`)

export type Plan = ResultOf<typeof planFragment>
