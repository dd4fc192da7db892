import { randomUUIDv7 } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { listChanges } from '../../platform/audit/rules.ts'
import { asOperator, recordAudit } from '../../platform/audit/service.ts'
import type { AuditValue } from '../../platform/audit/table.ts'
import type { Trx } from '../../platform/db/db.ts'
import { enqueueSiteEvents } from './jobs.ts'
import * as repository from './repository.ts'
import {
  type AlertInput,
  changeContact,
  type ContactDetails,
  getDefault,
  listAnnouncements,
  makeDefault,
  offerDomain,
  parseAlert,
  parseBrandName,
  type SiteConfig,
  withdrawDomain,
} from './rules.ts'

/** Returns the settings as the operator sees them: with the alert, shown or not. */
export async function getSiteSettings({ db }: App): Promise<SiteConfig> {
  return await repository.getSiteConfig(db)
}

/** Names the product. */
export async function setBrandName(app: App, text: string): Promise<SiteConfig> {
  const brandName = parseBrandName(text)
  return await changeSite(app, 'site.updated', (config) => ({ ...config, brandName }))
}

/** Changes how the operator can be reached; an empty text removes a detail. */
export async function setContact(
  app: App,
  changes: Partial<Record<keyof ContactDetails, string>>,
): Promise<SiteConfig> {
  return await changeSite(app, 'site.updated', (config) => ({
    ...config,
    contact: changeContact(config.contact, changes),
  }))
}

/** Shows an alert to everyone, in place of the previous one. */
export async function setAlert(app: App, input: AlertInput): Promise<SiteConfig> {
  const sitewideAlert = parseAlert(input, randomUUIDv7(), app.clock.now())
  return await changeSite(app, 'site.alert_set', (config) => ({ ...config, sitewideAlert }))
}

/** Takes the alert down. */
export async function clearAlert(app: App): Promise<SiteConfig> {
  return await changeSite(app, 'site.alert_cleared', ({ sitewideAlert, ...config }) => ({
    ...config,
    sitewideAlert: sitewideAlert && { ...sitewideAlert, isActive: false },
  }))
}

/** Offers one more domain for gateways. */
export async function addOfferedDomain(app: App, domain: string): Promise<SiteConfig> {
  return await changeDomains(app, 'site.domain_added', (domains) => offerDomain(domains, domain))
}

/** Stops offering a domain for gateways. Those that are on it stay. */
export async function removeOfferedDomain(app: App, domain: string): Promise<SiteConfig> {
  return await changeDomains(app, 'site.domain_removed', (domains) => withdrawDomain(domains, domain))
}

/** Makes an offered domain the default. */
export async function setDefaultDomain(app: App, domain: string): Promise<SiteConfig> {
  return await changeDomains(app, 'site.default_domain_set', (domains) => makeDefault(domains, domain))
}

async function changeDomains(
  app: App,
  action: string,
  apply: (domains: SiteConfig['availableSubpointDomains']) => SiteConfig['availableSubpointDomains'],
): Promise<SiteConfig> {
  return await changeSite(app, action, (config) => ({
    ...config,
    availableSubpointDomains: apply(config.availableSubpointDomains),
  }))
}

/**
 * Changes the settings under a lock, so that of two simultaneous changes none is lost, and notifies everyone. `follow` is called if they
 * differ from what they were.
 */
export async function changeSite(
  app: App,
  action: string,
  apply: (config: SiteConfig) => SiteConfig,
  follow?: (trx: Trx) => Promise<void>,
): Promise<SiteConfig> {
  const now = app.clock.now()
  return await app.change(async (trx) => {
    const before = await repository.lockSiteConfig(trx)
    const after = apply(before)
    const changes = listChanges(auditedFields, describe(before), describe(after))
    if (!changes) return after
    await repository.updateSiteConfig(trx, after)
    await follow?.(trx)
    await recordAudit(trx, asOperator(app), {
      action,
      accountId: null,
      objectType: 'site',
      objectId: 'site',
      objectName: after.brandName,
      changes,
    })
    await enqueueSiteEvents(trx, listAnnouncements(after, now))
    return after
  })
}

const auditedFields = [
  'brandName',
  'offeredDomains',
  'defaultDomain',
  'planChanges',
  'alert',
  'contactEmail',
  'contactPhone',
  'contactAddress',
  'chatUrl',
] as const

/** Returns the settings for the audit log, which compares by `===`: lists are joined. */
function describe(config: SiteConfig): Record<(typeof auditedFields)[number], AuditValue> {
  const { brandName, availableSubpointDomains, planChanges, sitewideAlert, contact } = config
  return {
    brandName,
    offeredDomains: availableSubpointDomains.map(({ domain }) => domain).join(', '),
    defaultDomain: getDefault(availableSubpointDomains).domain,
    planChanges,
    alert: sitewideAlert?.isActive ? JSON.stringify(sitewideAlert) : null,
    contactEmail: contact.email,
    contactPhone: contact.phone,
    contactAddress: contact.address,
    chatUrl: contact.chatUrl,
  }
}
