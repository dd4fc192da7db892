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
    }
    bareCnameUntil
    lastCheckMessage
    lastCheckedAt
    findings {
      aspect
      outcome
      expected
      found
      advice
    }
    certificate {
      stage
      authority
      issuedAt
      expiresAt
      renewsAt
      nextAttemptAt
      lastError
      advice
    }
    singleSignOn {
      provider {
        ...Provider_SignInProvider
      }
      role
    }
    viewerCanSetSingleSignOn
    createdAt
  }
`)

export type Domain = ResultOf<typeof domainFragment>

/** The finding of a check about one aspect of a domain. */
export type Finding = Domain['findings'][number]

/** The certificate of a domain. */
export type Certificate = NonNullable<Domain['certificate']>
