import { getDomain } from 'tldts'

/** Reports whether browsers treat an offered domain as the dashboard's own site. Names of this machine belong to no one else. */
export function sharesRegistrableDomain(publicUrl: string, domain: string): boolean {
  const { hostname } = new URL(publicUrl)
  if (domain === 'localhost' || domain.endsWith('.localhost')) return false
  const site = getDomain(hostname, { allowPrivateDomains: true })
  return site !== null && site === getDomain(domain, { allowPrivateDomains: true })
}
