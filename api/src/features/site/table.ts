import type { ColumnType, Generated } from 'kysely'
import type { PlanChangeMode, SitewideAlertType } from '../../generated/schema.ts'

/** One row: the operator's settings for the whole installation. */
export interface GlobalConfigTable {
  /** Always 1. */
  id: number
  brandName: string
  availableSubpointDomains: ColumnType<StoredSubpointDomain[], string, string>
  planChanges: Generated<PlanChangeMode>
  sitewideAlert: ColumnType<StoredAlert | null, string | null, string | null>
  contactEmail: string | null
  contactPhone: string | null
  contactAddress: string | null
  chatUrl: string | null
}

/** Keys as the specification names them: JSON is stored as it is. */
export interface StoredSubpointDomain {
  domain: string
  is_default: boolean
}

/** Keys as the specification names them; instants as ISO 8601. */
export interface StoredAlert {
  id: string
  is_active: boolean
  title: string | null
  message: string
  type: SitewideAlertType
  start_date: string | null
  end_date: string | null
  show_on_pages: string[]
  dismissible: boolean
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    globalConfig: GlobalConfigTable
  }
}
