import { customDomainMissing, describeUnverified, gatewayPrefixMissing } from '@culvert/schema/validation-messages'
/** The longest label that DNS allows (RFC 1035, section 2.3.4). */
const labelLengthMax = 63

/** Reduces a typed prefix to lowercase letters, digits and hyphens. */
export function toPrefix(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9-]/g, '')
}

/** Returns the part of a gateway's hostname that follows its prefix. A hostname cannot contain an underscore. */
export function getHostnameRest(namespace: string, domain: string): string {
  return `-${namespace.replaceAll('_', '-')}.${domain}`
}

/** Returns what is wrong with a prefix; null if nothing is. */
export function checkPrefix(prefix: string, namespace: string): string | null {
  if (prefix === '') return gatewayPrefixMissing
  if (prefix.startsWith('-')) return 'Start with a letter or a digit'
  const room = labelLengthMax - namespace.length - 1
  return prefix.length > room ? `Use at most ${room} characters: a hostname has no room for more` : null
}

/** Returns what is wrong with the hostname of a gateway on the account's own verified domains; null if nothing is. */
export function checkCustomDomain(hostname: string, ownDomains: readonly string[]): string | null {
  const wanted = hostname.trim().toLowerCase()
  if (wanted === '') return customDomainMissing
  if (ownDomains.some((own) => wanted === own || wanted.endsWith(`.${own}`))) return null
  return describeUnverified(wanted)
}
