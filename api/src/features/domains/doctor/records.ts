import type { DomainFinding } from '../../../generated/schema.ts'
import type { DnsClient } from '../../../platform/dns/look-up.ts'
import type { Addresses } from './addresses.ts'
import { warning, fine, unknown, problem } from './finding.ts'
import { isApex, type Subject } from './subject.ts'

const waitAdvice = 'Recheck in a few minutes; if it persists, look at the name servers of'

/** Judges the CNAME record, which depends on where the domain's addresses lead. */
export async function judgeCname(
  dns: DnsClient,
  subject: Subject,
  { leadHere, areOfProxy }: Pick<Addresses, 'leadHere' | 'areOfProxy'>,
): Promise<DomainFinding> {
  const { domain, target, tunnelHost, registered, foreignParent, check } = subject
  const [cname, txt] = check.records
  const words = { expected: `a CNAME to ${target}`, found: cname.found }
  if (cname.result === 'right') return fine('CNAME', words)
  if (check.isBare) {
    const advice = `Change the CNAME record at ${domain} to ${target}: the one to ${tunnelHost} will no longer count.`
    return warning('CNAME', { ...words, advice })
  }
  if (txt.result === 'right' && (check.leadsToBare || leadHere === true)) {
    return fine('CNAME', { found: `${cname.found}; the TXT record proves the domain, and visitors come here` })
  }
  if (cname.result === 'unknown') return unknown('CNAME', { ...words, advice: `${waitAdvice} ${registered}.` })
  // Behind a proxy, the CNAME record is not visible.
  if (txt.result === 'right' && leadHere === undefined) {
    return fine('CNAME', { found: `${cname.found}; the TXT record proves the domain` })
  }
  if (foreignParent !== undefined) {
    const advice = `Set the TXT record: inside ${foreignParent}, which another account has verified, it alone counts.`
    return problem('CNAME', { ...words, advice })
  }
  if (areOfProxy) {
    const advice = `Switch the proxy in front off, which hides a CNAME record; if there is none, set one at ${domain} to ${target}.`
    return problem('CNAME', { ...words, advice })
  }
  const doubled = `${domain}.${registered}`
  const elsewhere = await dns.lookUpCname(doubled)
  if (elsewhere.outcome === 'found' && elsewhere.values.some((value) => normalize(value) === target)) {
    return problem('CNAME', {
      ...words,
      found: `${words.found}, but one at ${doubled}`,
      advice: adviseName(domain, registered),
    })
  }
  const verb = check.chain.length > 0 ? 'Change the CNAME record' : 'Set a CNAME record'
  return problem('CNAME', { ...words, advice: `${verb} at ${domain} to ${target}.` })
}

/** Judges the TXT record. */
export async function judgeTxt(dns: DnsClient, subject: Subject): Promise<DomainFinding> {
  const { registered, token, check } = subject
  const [cname, txt] = check.records
  const words = { expected: `a TXT record with ${token}`, found: txt.found }
  if (txt.result === 'right') return fine('TXT', words)
  if (cname.result === 'right') return fine('TXT', { found: `${txt.found}; the CNAME record proves the domain` })
  if (txt.result === 'unknown') return unknown('TXT', { ...words, advice: `${waitAdvice} ${registered}.` })
  const doubled = `${txt.name}.${registered}`
  const elsewhere = await dns.lookUpTxt(doubled)
  if (elsewhere.outcome === 'found' && elsewhere.values.some((value) => value.includes(token))) {
    return problem('TXT', {
      ...words,
      found: `${words.found}, but one at ${doubled}`,
      advice: adviseName(txt.name, registered),
    })
  }
  const advice = `Set a TXT record at ${txt.name} with the value ${token}`
  const needed = isApex(subject) || subject.foreignParent !== undefined
  return problem('TXT', { ...words, advice: needed ? `${advice}.` : `${advice}; it or the CNAME record is enough.` })
}

/** Judges whether a registered name has a CNAME record, which hides its other records. */
export function judgeApex({ domain, target, check }: Subject): DomainFinding {
  const expected = `an ALIAS or ANAME record, or A and AAAA records, and no CNAME record`
  if (check.chain.length === 0) return fine('APEX', { expected, found: 'no CNAME record' })
  const advice = `Replace the CNAME record at ${domain} by an ALIAS or ANAME record to ${target}: it hides the other records there, such as MX.`
  return warning('APEX', { expected, found: check.records[0].found, advice })
}

/** Explains a record whose name contains the zone twice. */
function adviseName(name: string, registered: string): string {
  const entered = name.slice(0, -registered.length - 1) || '@'
  return `Enter ${entered} as the record's name: your provider's form appends ${registered} by itself.`
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}
