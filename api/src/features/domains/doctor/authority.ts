import type { DomainFinding } from '../../../generated/schema.ts'
import { type CaaAnswer, checkCaa } from '../../../platform/dns/caa.ts'
import type { DnsClient } from '../../../platform/dns/look-up.ts'
import type { Issuer } from '../../certificates/issuer.ts'
import { fine, unknown, problem } from './finding.ts'

/** Judges whether CAA records let the installation's authority issue a certificate for the domain. */
export async function judgeCaa(dns: DnsClient, domain: string, issuer: Issuer): Promise<DomainFinding> {
  const { name, identities, accountUri, methods } = issuer
  const [identity] = identities
  const answer = await checkCaa(dns, domain, { identities, isWildcard: false, accountUri, methods })
  const expected = `records that let ${name} issue, or none`
  switch (answer.allowed) {
    case true:
      return fine('CAA', { expected, found: `nothing that forbids it` })
    case undefined:
      return unknown('CAA', {
        expected,
        found: `no certain answer: ${answer.unknown}`,
        advice: `Make sure that the CAA records of ${domain} can be read and name ${identity ?? name}.`,
      })
    case false:
      return problem('CAA', {
        expected,
        found: `${answer.record} at ${answer.at}`,
        advice: advise(answer, `0 issue "${identity ?? name}"`),
      })
    default:
      return answer satisfies never
  }
}

function advise({ record, at, why }: Extract<CaaAnswer, { allowed: false }>, needed: string): string {
  switch (why) {
    case 'others':
      return `Add the CAA record ${needed} at ${at}.`
    case 'conditions':
      return `Change the CAA record ${record} at ${at} to ${needed}: its conditions exclude this installation.`
    case 'unknown-tag':
      return `Remove the CAA record ${record} at ${at}: it is critical, and authorities do not know its tag.`
    default:
      return why satisfies never
  }
}
