import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const domainFragment = graphql(`
  fragment Domain_Domain on Domain {
    id
    domain
    status
    verifying
    dnsRecords {
      type
      name
      value
      found
    }
    bareCnameUntil
    lastCheckMessage
    lastCheckedAt
    createdAt
  }
`)

export type Domain = ResultOf<typeof domainFragment>
