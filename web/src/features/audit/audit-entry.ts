import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const auditPageFragment = graphql(`
  fragment AuditEntry_AuditPage on AuditPage {
    nodes {
      ...AuditEntry_AuditEntry
    }
    page
    pageCount
  }

  fragment AuditEntry_AuditEntry on AuditEntry {
    id
    action
    actor {
      id
      fullName
      email
    }
    actorKind
    apiKeyName
    objectType
    objectName
    ipAddress
    userAgent
    changes {
      field
      from
      to
    }
    createdAt
  }
`)

export type AuditEntry = ResultOf<typeof auditPageFragment>['nodes'][number]
