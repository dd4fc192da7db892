import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const billingAccountFragment = graphql(`
  fragment BillingAccount_Account on Account {
    id
    viewerCanSeeInvoices
    viewerCanChangePlan
    plan {
      ...Plan_Plan
    }
    usage {
      subpoints
      domains
      apiRequests
      dataOutBytes
      agentMinutes
    }
  }
`)

export type BillingAccount = ResultOf<typeof billingAccountFragment>
