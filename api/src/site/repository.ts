import type { Db } from '../db/db.ts'
import type { SiteConfig } from './rules.ts'

/** The installation's one row of settings. */
export async function getSiteConfig(db: Db): Promise<SiteConfig> {
  const row = await db
    .selectFrom('globalConfig')
    .select(['brandName', 'availableSubpointDomains', 'planChanges'])
    .executeTakeFirstOrThrow()
  return {
    brandName: row.brandName,
    availableSubpointDomains: row.availableSubpointDomains.map(({ domain, is_default }) => ({
      domain,
      isDefault: is_default,
    })),
    planChanges: row.planChanges,
  }
}

/** Stores the settings of a new installation; an older one keeps its own. */
export async function insertMissingSiteConfig(db: Db, config: SiteConfig): Promise<void> {
  const domains = config.availableSubpointDomains.map(({ domain, isDefault }) => ({ domain, is_default: isDefault }))
  await db
    .insertInto('globalConfig')
    .values({
      id: 1,
      brandName: config.brandName,
      availableSubpointDomains: JSON.stringify(domains),
      planChanges: config.planChanges,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
