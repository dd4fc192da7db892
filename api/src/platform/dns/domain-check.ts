import type { DnsClient, LookUp } from './look-up.ts'
import { shorten } from './printable.ts'

/** The proof that a domain belongs to an account: either record is enough, unless the domain is inside another's. */
export interface DomainProof {
  /** Lowercase, in ASCII form, without a trailing dot. */
  domain: string
  /** The account's own name, to which the domain's CNAME must point, directly or through other names. */
  target: string
  /** The parent of all accounts' targets. A CNAME to it brings visitors here, and does not name the account. */
  tunnelHost: string
  /** What the TXT record must contain. */
  token: string
  /** A domain above this one that another account holds verified: then only the TXT record counts. */
  foreignParent: string | undefined
  /** Whether a CNAME to the tunnel host itself still counts, as it did for domains that were verified by it. */
  acceptsBareCname: boolean
}

/** One of the two records: what it should be, and what was found. */
export interface RecordCheck {
  type: 'CNAME' | 'TXT'
  name: string
  expected: string
  /** As words that complete "we found …". */
  found: string
  result: Result
}

/** `unknown`: the query got no answer, which is not the domain's fault. Ask again later. */
type Result = 'right' | 'wrong' | 'unknown'

export interface DomainCheck {
  /** `verified` when one record is right; `failed` when both are wrong; `unknown` when none is right and one got no answer. */
  outcome: 'verified' | 'failed' | 'unknown'
  records: [RecordCheck, RecordCheck]
  /** What was expected and what was found. */
  sentence: string
  /** The names to which the domain's CNAME records lead, one after the other, as far as they were followed. */
  chain: string[]
  /** Whether a CNAME leads to the tunnel host itself. */
  leadsToBare: boolean
  /** Whether that was the only proof. */
  isBare: boolean
}

/** A domain that needs more steps than this goes in circles, or is not worth following. */
const cnameStepsMax = 8

/** Returns the name of a domain's TXT record. */
export function challengeName(domain: string): string {
  return `_culvert-challenge.${domain}`
}

/** Looks for both records at once. */
export async function checkDomain(dns: DnsClient, proof: DomainProof): Promise<DomainCheck> {
  const [{ leadsToBare, chain, ...cname }, txt] = await Promise.all([checkCname(dns, proof), checkTxt(dns, proof)])
  const records: [RecordCheck, RecordCheck] = [cname, txt]
  const right = records.find(({ result }) => result === 'right')
  if (right) {
    const sentence = `At ${right.name} we found ${right.found}.`
    return { outcome: 'verified', records, sentence, chain, leadsToBare, isBare: false }
  }
  if (leadsToBare && proof.acceptsBareCname) {
    const sentence = `At ${cname.name} we found ${cname.found}. It still counts for a while.`
    return { outcome: 'verified', records, sentence, chain, leadsToBare, isBare: true }
  }
  const outcome = records.some(({ result }) => result === 'unknown') ? 'unknown' : 'failed'
  const sentence =
    `At ${cname.name} we expected a CNAME to ${cname.expected} and found ${cname.found}; ` +
    `at ${txt.name} we expected a TXT record with ${txt.expected} and found ${txt.found}.`
  return { outcome, records, sentence, chain, leadsToBare, isBare: false }
}

/**
 * Follows a domain's CNAME records. Any of them may point to the account's name: a party that controls a name in the chain
 * decides where the domain points anyway.
 */
async function checkCname(
  dns: DnsClient,
  { domain, target, tunnelHost, foreignParent }: DomainProof,
): Promise<RecordCheck & Pick<DomainCheck, 'chain' | 'leadsToBare'>> {
  const steps: string[] = []
  const record = { type: 'CNAME', name: domain, expected: target, chain: steps, leadsToBare: false } as const
  while (steps.length < cnameStepsMax) {
    const answer = await dns.lookUpCname(steps.at(-1) ?? domain)
    if (answer.outcome !== 'found') return { ...record, ...judgeChain(steps, answer) }
    const next = (answer.values[0] ?? '').toLowerCase().replace(/\.$/, '')
    steps.push(next)
    const found = describeChain(steps)
    if (next === target) {
      if (foreignParent === undefined) return { ...record, found, result: 'right' }
      const inside = `which does not count inside ${foreignParent}: another account has verified that`
      return { ...record, found: `${found}, ${inside}`, result: 'wrong' }
    }
    if (next === tunnelHost) {
      const bare = 'which brings visitors here but proves nothing: it is the same for every account'
      return { ...record, leadsToBare: true, found: `${found}, ${bare}`, result: 'wrong' }
    }
  }
  return { ...record, found: `more than ${cnameStepsMax} CNAME records in a chain`, result: 'wrong' }
}

async function checkTxt(dns: DnsClient, { domain, token }: DomainProof): Promise<RecordCheck> {
  const record = { type: 'TXT', name: challengeName(domain), expected: token } as const
  const answer = await dns.lookUpTxt(record.name)
  if (answer.outcome !== 'found') return { ...record, ...judgeAbsence(answer, 'TXT') }
  // Many forms treat quotation marks as a part of the value.
  const holdsToken = answer.values.some((value) => value.trim().replace(/^"(.*)"$/, '$1') === token)
  if (holdsToken) return { ...record, found: 'the TXT record with the token', result: 'right' }
  const [first = ''] = answer.values
  const found =
    answer.values.length === 1
      ? `one with “${shorten(first)}”`
      : `${answer.values.length} others, such as “${shorten(first)}”`
  return { ...record, found, result: 'wrong' }
}

type Absence = Exclude<LookUp<string>, { outcome: 'found' }>
type Judgement = Pick<RecordCheck, 'found' | 'result'>

/** Explains the end of a chain of CNAME records. */
function judgeChain(steps: readonly string[], answer: Absence): Judgement {
  if (steps.length === 0) return judgeAbsence(answer, 'CNAME')
  // The last name of the chain has no CNAME: it ends at a name that is not ours.
  if (answer.outcome === 'no-record' || answer.outcome === 'no-name')
    return { found: describeChain(steps), result: 'wrong' }
  const { found, result } = judgeAbsence(answer, 'CNAME')
  return { found: `${describeChain(steps)}, and there ${found}`, result }
}

function judgeAbsence(answer: Absence, type: RecordCheck['type']): Judgement {
  switch (answer.outcome) {
    case 'no-record':
      return { found: `no ${type} record`, result: 'wrong' }
    case 'no-name':
      return { found: 'no such name (NXDOMAIN)', result: 'wrong' }
    case 'servfail':
      return { found: 'a failure of its name servers (SERVFAIL)', result: 'wrong' }
    case 'unanswered':
      return { found: `no answer, because ${answer.reason}`, result: 'unknown' }
    default:
      return answer satisfies never
  }
}

function describeChain(steps: readonly string[]): string {
  return `a CNAME to ${steps.map(shorten).join(', then ')}`
}
