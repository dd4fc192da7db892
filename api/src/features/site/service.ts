import { readFileSync } from 'node:fs'
import type { PlanChangeMode } from '../../generated/schema.ts'
import { toPublicUrl } from '../../ground/hostnames.ts'
import type { App } from '../../platform/app.ts'
import type { Db } from '../../platform/db/db.ts'
import type { MailSite } from '../../platform/mail/letter.ts'
import { sharesRegistrableDomain } from './registrable-domain.ts'
import * as repository from './repository.ts'
import { getDefault, isShown, seededSiteConfig, type SiteConfig, type SubpointDomain } from './rules.ts'

/** The installation's public settings, with facts about the program. */
export interface Site extends SiteConfig {
  version: string
  serverUrl: string
  exampleUrl: string
}

/** Returns the installation's settings; public. An alert is among them only while it shows. */
export async function getSite({ db, config, clock }: App): Promise<Site> {
  const { sitewideAlert, ...settings } = await repository.getSiteConfig(db)
  return {
    ...settings,
    sitewideAlert: sitewideAlert && isShown(sitewideAlert, clock.now()) ? sitewideAlert : null,
    version,
    serverUrl: config.publicUrl,
    exampleUrl: toPublicUrl(config.tunnelUrl, `demo-ada.${getDefault(settings.availableSubpointDomains).domain}`),
  }
}

/** Yields an event for each change of the settings or of a plan, and for each alert that begins or ends. */
export function subscribeToSite({ events }: App) {
  return events.subscribe('siteChanged', 'all')
}

/** Returns how mails name the installation. */
export async function getMailSite({ db, config }: Pick<App, 'db' | 'config'>): Promise<MailSite> {
  const { brandName, contact } = await repository.getSiteConfig(db)
  return { brandName, publicUrl: config.publicUrl, contactEmail: contact.email }
}

/** Returns the domains offered for gateways. */
export async function listOfferedDomains(db: Db): Promise<SubpointDomain[]> {
  return (await repository.getSiteConfig(db)).availableSubpointDomains
}

/** Returns how accounts change their plan, which the operator chooses. */
export async function getPlanChangeMode(db: Db): Promise<PlanChangeMode> {
  return (await repository.getSiteConfig(db)).planChanges
}

/** Returns the domain that random hostnames use. */
export async function getDefaultDomain(db: Db): Promise<string> {
  return getDefault(await listOfferedDomains(db)).domain
}

/** Gives a new installation its settings. The operator's own later choice of domains wins over the environment. */
export async function seedSite({ db, config, log }: App): Promise<void> {
  await repository.insertMissingSiteConfig(db, seededSiteConfig(config.domain))
  const offered = (await listOfferedDomains(db)).map(({ domain }) => domain)
  const shared = offered.filter((domain) => sharesRegistrableDomain(config.publicUrl, domain))
  if (shared.length > 0) {
    log.warn(
      { dashboard: config.publicUrl, offered: shared },
      'tunnels share a registrable domain with the dashboard: scripts of any tunnel can set cookies there. Offer another domain',
    )
  }
  if (!offered.includes(config.domain)) {
    log.warn(
      { configured: config.domain, offered },
      'CULVERT_DOMAIN counts at the first start only: this installation offers others',
    )
  }
}

/** Every place that shows the version reads it from the project's package.json. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
)
