import type { PlanChangeMode } from '../generated/schema.ts'

/** A domain on which the operator offers gateways. */
export interface SubpointDomain {
  domain: string
  isDefault: boolean
}

/** What the operator set for the whole installation. */
export interface SiteConfig {
  brandName: string
  availableSubpointDomains: SubpointDomain[]
  /** How plans change. */
  planChanges: PlanChangeMode
}

/** The settings of a new installation. */
export function seededSiteConfig(domain: string): SiteConfig {
  return {
    brandName: 'Culvert',
    availableSubpointDomains: [{ domain, isDefault: true }],
    planChanges: 'coming_soon',
  }
}

/** The domain that forms preselect and random hostnames use. */
export function getDefault(domains: readonly SubpointDomain[]): SubpointDomain {
  const domain = domains.find((candidate) => candidate.isDefault) ?? domains[0]
  if (!domain) throw new Error('The operator offers no subpoint domain.')
  return domain
}
