import type { ColumnType, Generated } from 'kysely'
import type { PlanChangeMode } from '../generated/schema.ts'

/** One row: what the operator set for the whole installation. */
export interface GlobalConfigTable {
  /** Always 1. */
  id: number
  brandName: string
  availableSubpointDomains: ColumnType<StoredSubpointDomain[], string, string>
  planChanges: Generated<PlanChangeMode>
}

/** Keys as the specification names them: JSON is stored as it is. */
export interface StoredSubpointDomain {
  domain: string
  is_default: boolean
}
