import type { DomainFinding } from '../../../generated/schema.ts'
import type { DnsClient } from '../../../platform/dns/look-up.ts'
import { findOwnAddresses, judgeAddresses } from './addresses.ts'
import { judgeCaa } from './authority.ts'
import { judgeProxy } from './proxies.ts'
import { judgeApex, judgeCname, judgeTxt } from './records.ts'
import { judgeServers } from './servers.ts'
import { isApex, type Subject } from './subject.ts'

/** Examines every aspect of a domain that decides whether visitors reach it and certificates are issued for it. */
export async function examine(dns: DnsClient, subject: Subject): Promise<DomainFinding[]> {
  const { domain, issuer } = subject
  const ownAddresses = await findOwnAddresses(dns, subject)
  const [found, txt, caa, servers] = await Promise.all([
    judgeAddresses(dns, subject, ownAddresses),
    judgeTxt(dns, subject),
    issuer && judgeCaa(dns, domain, issuer),
    judgeServers(dns, subject, ownAddresses),
  ])
  return [
    isApex(subject) ? judgeApex(subject) : await judgeCname(dns, subject, found),
    txt,
    found.finding,
    judgeProxy(subject, found.addresses, ownAddresses),
    ...(caa ? [caa] : []),
    servers,
  ]
}
