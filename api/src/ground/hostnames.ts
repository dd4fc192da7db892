import { domainToASCII } from 'node:url'

/** Names that a visitor would take for the operator's own (RFC 2142 names among them). */
const reservedNames = new Set(
  `
  abuse account accounts admin administrator api app assets auth autoconfig autodiscover billing blog cdn console culvert
  dashboard dns docs edge email ftp help host hostmaster imap internal localhost login mail mta-sts mx news noc ns ns1 ns2
  pay payment pop pop3 postmaster root security signin signup smtp ssh ssl static status support system tunnel vpn webmail
  webmaster wpad ww www www1 www2
  `
    .trim()
    .split(/\s+/),
)

/** Reports whether neither a gateway nor a namespace may have a name. */
export function isReservedName(name: string): boolean {
  return reservedNames.has(name)
}

/** Returns a namespace in the form that it has in hostnames, where underscores are not allowed. */
export function toNamespaceLabel(namespace: string): string {
  return namespace.replaceAll('_', '-').replace(/-+$/, '')
}

/** Returns what follows each hyphen of a label, the longest first: the namespaces in which the part before it would be a gateway's name. */
export function listHyphenSuffixes(label: string): string[] {
  return [...label.matchAll(/-/g)].map(({ index }) => label.slice(index + 1)).filter((suffix) => suffix !== '')
}

/** Returns a domain name as it is stored: lowercase and in punycode; undefined when the text is not one. */
export function normalizeDomain(text: string): string | undefined {
  const name = text.trim().toLowerCase()
  // The conversion reads its input as the host of an address: it decodes, drops tabs, and cuts off what follows a slash.
  if (/[\s/\\?#@:%]/.test(name)) return undefined
  const domain = domainToASCII(name).replace(/\.$/, '')
  if (domain === '' || domain.length > domainLengthMax) return undefined
  return domain.split('.').every((part) => label.test(part)) ? domain : undefined
}

/** Reports whether a hostname is a domain or a subdomain of it. */
export function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`)
}

/** Reports whether hostnames can be below a domain: not if its last part is a number, because then they would be IP addresses, and invalid ones. */
export function canHoldHostnames(domain: string): boolean {
  return URL.canParse(`http://a.${domain}`)
}

/** Reports whether every machine resolves a name to itself without a name server (RFC 6761, section 6.3). */
export function isLocalName(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost')
}

/** RFC 1035, section 2.3.4. */
const domainLengthMax = 253

const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Returns the public address of a hostname: scheme and port are those under which the edge is reached. */
export function toPublicUrl(tunnelUrl: string, hostname: string): string {
  const url = new URL(tunnelUrl)
  url.hostname = hostname
  return url.origin
}

/**
 * Returns the public address of a random hostname. If certificates are ordered for names that are known beforehand, and none covers a whole
 * domain, it is reached by plain HTTP.
 */
export function toRandomUrl(
  { tunnelUrl, certificates }: { tunnelUrl: string; certificates: { dns: unknown } | undefined },
  hostname: string,
): string {
  const hasCertificate = certificates === undefined || certificates.dns !== undefined
  return hasCertificate ? toPublicUrl(tunnelUrl, hostname) : `http://${hostname}`
}
