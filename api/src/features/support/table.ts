import type { ColumnType } from 'kysely'
import type { ContactRequestStatus, ContactRequestType } from '../../generated/schema.ts'

/** A message to the operator. */
export interface ContactRequestTable {
  id: string
  type: ContactRequestType
  page: string | null
  source: string | null
  /** Keys as the specification names them. */
  formData: ColumnType<FormData, string, never>
  status: ContactRequestStatus
  /** The user who sent it; null if they were not signed in. */
  userId: string | null
  ipAddress: string
  createdAt: Date
  updatedAt: Date
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    contactRequests: ContactRequestTable
  }
}

/** The contents of a form: the specification's keys, in the form's order. A field left empty is left out. */
export type FormData = Record<string, string>
