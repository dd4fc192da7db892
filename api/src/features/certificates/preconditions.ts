import type { App } from '../../platform/app.ts'
import { checkCaa } from '../../platform/dns/caa.ts'
import type { Authority } from './authorities.ts'
import { NameFault } from './explain.ts'
import type { Certificate } from './rules.ts'

/** After this many failures, an authority is asked anyway: our view of DNS may not be the world's. */
const preconditionFailuresMax = 3

/**
 * Throws a NameFault if an order would fail: no CAA record may forbid the authority, and the name must lead here. This saves an order at
 * the authority.
 */
export async function checkBeforeOrder(
  { dns, config }: App,
  certificate: Certificate,
  { authority, identities }: { authority: Authority; identities: readonly string[] },
): Promise<void> {
  const { name, failures } = certificate
  const isWildcard = name.startsWith('*.')
  const hostname = name.replace(/^\*\./, '')
  const accountUri = authority.account.url ?? undefined
  const caa = await checkCaa(dns, hostname, { identities, isWildcard, accountUri })
  if (caa.allowed === false) {
    throw new NameFault({
      error: `The CAA record “${caa.record}” at ${caa.at} forbids ${authority.name} to issue a certificate for ${name}.`,
      advice: `Add the CAA record “0 issue "${identities[0] ?? ''}"” at ${caa.at}, or remove the one that forbids it.`,
    })
  }
  if (isWildcard || failures >= preconditionFailuresMax) return
  const found = await dns.lookUpAddresses(hostname)
  if (found.outcome === 'no-name' || found.outcome === 'no-record') {
    throw new NameFault({
      error: `${name} has no address in DNS.`,
      advice: `Set the DNS records of ${name} that are shown here, and wait until they have propagated.`,
    })
  }
  const tunnelHost = new URL(config.tunnelUrl).hostname
  const here = await dns.lookUpAddresses(tunnelHost)
  if (found.outcome !== 'found' || here.outcome !== 'found') return
  if (found.values.some((address) => here.values.includes(address))) return
  throw new NameFault({
    error: `${name} leads to ${listSome(found.values)}, and not to ${tunnelHost} (${listSome(here.values)}).`,
    advice: `Let ${name} lead to ${tunnelHost}. Is a proxying CDN in front? Switch it off until the certificate is there.`,
  })
}

const addressesShown = 4

function listSome(addresses: readonly string[]): string {
  const shown = addresses.slice(0, addressesShown).join(', ')
  return addresses.length > addressesShown ? `${shown}, …` : shown
}
