import { isIP } from 'node:net'
import type { DomainFinding } from '../../../generated/schema.ts'
import { isLocalName } from '../../../ground/hostnames.ts'
import type { DnsClient } from '../../../platform/dns/look-up.ts'
import { fine, list, listAddressRecords, unknown, problem } from './finding.ts'
import { isProxy } from './proxies.ts'
import { adviseLead, isApex, type Subject } from './subject.ts'

/** Resolves with the addresses of the installation's edges: those of the tunnel host, and of the account's name below it. */
export async function findOwnAddresses(
  dns: DnsClient,
  { tunnelHost, target }: Pick<Subject, 'tunnelHost' | 'target'>,
): Promise<string[]> {
  const host = tunnelHost.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return [host]
  if (isLocalName(host)) return ['127.0.0.1', '::1']
  const answers = await Promise.all([host, target].map((name) => dns.lookUpAddresses(name)))
  return [...new Set(answers.flatMap((answer) => (answer.outcome === 'found' ? answer.values : [])))]
}

/** The addresses of a domain, and whether the installation's are among them. */
export interface Addresses {
  addresses: string[]
  /** Undefined if that could not be determined. */
  leadHere: boolean | undefined
  /** Whether they belong to a proxy, which hides CNAME records and where it leads. */
  areOfProxy: boolean
  finding: DomainFinding
}

/** Checks where the domain leads: all of its addresses must be the installation's. */
export async function judgeAddresses(
  dns: DnsClient,
  subject: Subject,
  ownAddresses: readonly string[],
): Promise<Addresses> {
  const { domain, target, tunnelHost, check } = subject
  const answers = await Promise.all([dns.lookUpIpv4(domain), dns.lookUpIpv6(domain)])
  const addresses = answers.flatMap((answer) => (answer.outcome === 'found' ? answer.values : []))
  const judge = (leadHere: boolean | undefined, finding: DomainFinding, areOfProxy = false): Addresses => ({
    addresses,
    leadHere,
    areOfProxy,
    finding,
  })
  const expected = ownAddresses.length > 0 ? list(ownAddresses, 'or') : `the addresses of ${tunnelHost}`

  const silent = answers.find((answer) => answer.outcome === 'unanswered')
  if (addresses.length === 0 && silent) {
    const advice = 'Recheck in a few minutes.'
    return judge(undefined, unknown('ADDRESSES', { expected, found: `no answer, because ${silent.reason}`, advice }))
  }
  const found = addresses.length > 0 ? list(addresses) : describeNone(answers[0].outcome)
  const [cname] = check.records
  if (cname.result === 'right' || check.leadsToBare) {
    if (addresses.length > 0) return judge(true, fine('ADDRESSES', { expected, found }))
    const advice = `Tell whoever runs this installation that ${check.chain.at(-1) ?? target} has no A or AAAA record.`
    return judge(false, problem('ADDRESSES', { expected, found, advice }))
  }
  if (addresses.length === 0) {
    const advice = isApex(subject) ? adviseLead(subject, ownAddresses) : `They come with the CNAME record at ${domain}.`
    return judge(false, problem('ADDRESSES', { expected, found, advice }))
  }
  if (ownAddresses.length === 0) {
    const advice = `Tell whoever runs this installation that ${tunnelHost} has no A or AAAA record.`
    return judge(undefined, unknown('ADDRESSES', { expected, found, advice }))
  }
  const own = new Set(ownAddresses)
  const stray = addresses.filter((address) => !own.has(address))
  if (stray.length === 0) return judge(true, fine('ADDRESSES', { expected, found }))
  if (stray.every(isProxy)) {
    // Behind a proxy, the domain may lead here, but that is not visible.
    return judge(undefined, unknown('ADDRESSES', { expected, found: `${found}, from a proxy in front` }), true)
  }
  if (stray.length === addresses.length) {
    return judge(false, problem('ADDRESSES', { expected, found, advice: adviseLead(subject, ownAddresses) }))
  }
  const advice = `Remove the ${listAddressRecords(stray)} at ${domain}: visitors who take ${stray.length === 1 ? 'it' : 'one of them'} do not come here.`
  return judge(true, problem('ADDRESSES', { expected, found, advice }))
}

function describeNone(outcome: string): string {
  return outcome === 'servfail' ? 'a failure of its name servers (SERVFAIL)' : 'no address'
}
