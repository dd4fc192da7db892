/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] }
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never }
import type * as Types from '../generated/schema.ts'

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core'
export type AuditLogQueryVariables = Exact<{
  accountId: string
  action?: Array<string> | string | null | undefined
  actorId?: string | null | undefined
  objectType?: string | null | undefined
  objectId?: string | null | undefined
  from?: string | null | undefined
  to?: string | null | undefined
  page?: number
  pageSize?: number
}>

export type AuditLogQuery = {
  account: {
    viewerCanSeeAuditLog: boolean
    auditLog: {
      totalCount: number
      page: number
      pageSize: number
      pageCount: number
      nodes: Array<{
        id: string
        action: string
        actorKind: Types.AuditActorKind
        credentialId: string | null
        objectType: string
        objectId: string
        objectName: string | null
        ipAddress: string | null
        userAgent: string | null
        createdAt: string
        actor: { id: string; email: string | null } | null
        changes: Array<{ field: string; from: string; to: string }>
      }>
    }
  }
}

export type CanSeeAuditLogQueryVariables = Exact<{
  accountId: string
}>

export type CanSeeAuditLogQuery = { account: { viewerCanSeeAuditLog: boolean } }

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>
  private value: string
  public __meta__?: Record<string, any> | undefined

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value)
    this.value = value
    this.__meta__ = __meta__
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value
  }
}

export const AuditLogDocument = new TypedDocumentString(`
    query AuditLog($accountId: ID!, $action: [String!], $actorId: ID, $objectType: String, $objectId: ID, $from: DateTime, $to: DateTime, $page: Int! = 1, $pageSize: Int! = 25) {
  account(id: $accountId) {
    viewerCanSeeAuditLog
    auditLog(
      action: $action
      actorId: $actorId
      objectType: $objectType
      objectId: $objectId
      from: $from
      to: $to
      page: $page
      pageSize: $pageSize
    ) {
      totalCount
      page
      pageSize
      pageCount
      nodes {
        id
        action
        actorKind
        credentialId
        objectType
        objectId
        objectName
        ipAddress
        userAgent
        createdAt
        actor {
          id
          email
        }
        changes {
          field
          from
          to
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AuditLogQuery, AuditLogQueryVariables>
export const CanSeeAuditLogDocument = new TypedDocumentString(`
    query CanSeeAuditLog($accountId: ID!) {
  account(id: $accountId) {
    viewerCanSeeAuditLog
  }
}
    `) as unknown as TypedDocumentString<CanSeeAuditLogQuery, CanSeeAuditLogQueryVariables>
