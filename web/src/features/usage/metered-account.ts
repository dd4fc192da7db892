import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const meteredAccountFragment = graphql(`
  fragment MeteredAccount_Account on Account {
    id
    gateways {
      ...GatewayTable_Gateway
    }
    gatewaySessions(from: $from, to: $to) {
      gateway {
        id
      }
      sessionCount
      runSeconds
    }
    usageTotals(from: $from, to: $to) {
      ...Traffic_Total
    }
    usageMetrics(from: $from, to: $to, step: MONTH) {
      ...Traffic_Metric
    }
  }
`)

export type MeteredAccount = ResultOf<typeof meteredAccountFragment>
