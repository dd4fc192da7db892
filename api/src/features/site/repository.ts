import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/db.ts'
import type { SiteConfig, SitewideAlert } from './rules.ts'
import type { GlobalConfigTable, StoredAlert } from './table.ts'

/** Returns the installation's one row of settings. */
export async function getSiteConfig(db: Db): Promise<SiteConfig> {
  return toConfig(await selectConfig(db).executeTakeFirstOrThrow())
}

/** Locks the settings until the transaction ends. */
export async function lockSiteConfig(trx: Trx): Promise<SiteConfig> {
  return toConfig(await selectConfig(trx).forUpdate().executeTakeFirstOrThrow())
}

export async function updateSiteConfig(trx: Trx, config: SiteConfig): Promise<void> {
  await trx.updateTable('globalConfig').set(toRow(config)).execute()
}

/** Stores the settings of a new installation; an older one keeps its own. */
export async function insertMissingSiteConfig(db: Db, config: SiteConfig): Promise<void> {
  await db
    .insertInto('globalConfig')
    .values({ id: 1, ...toRow(config) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

function selectConfig(db: Db) {
  return db.selectFrom('globalConfig').selectAll()
}

function toConfig(row: Selectable<GlobalConfigTable>): SiteConfig {
  return {
    brandName: row.brandName,
    availableSubpointDomains: row.availableSubpointDomains.map(({ domain, is_default }) => ({
      domain,
      isDefault: is_default,
    })),
    planChanges: row.planChanges,
    sitewideAlert: row.sitewideAlert && toAlert(row.sitewideAlert),
    contact: {
      email: row.contactEmail,
      phone: row.contactPhone,
      address: row.contactAddress,
      chatUrl: row.chatUrl,
    },
  }
}

function toRow({ brandName, availableSubpointDomains, planChanges, sitewideAlert, contact }: SiteConfig) {
  const domains = availableSubpointDomains.map(({ domain, isDefault }) => ({ domain, is_default: isDefault }))
  return {
    brandName,
    availableSubpointDomains: JSON.stringify(domains),
    planChanges,
    sitewideAlert: sitewideAlert && JSON.stringify(fromAlert(sitewideAlert)),
    contactEmail: contact.email,
    contactPhone: contact.phone,
    contactAddress: contact.address,
    chatUrl: contact.chatUrl,
  }
}

function toAlert({ is_active, start_date, end_date, show_on_pages, ...alert }: StoredAlert): SitewideAlert {
  return {
    ...alert,
    isActive: is_active,
    startDate: start_date === null ? null : new Date(start_date),
    endDate: end_date === null ? null : new Date(end_date),
    showOnPages: show_on_pages,
  }
}

function fromAlert({ isActive, startDate, endDate, showOnPages, ...alert }: SitewideAlert): StoredAlert {
  return {
    ...alert,
    is_active: isActive,
    start_date: startDate?.toISOString() ?? null,
    end_date: endDate?.toISOString() ?? null,
    show_on_pages: showOnPages,
  }
}
