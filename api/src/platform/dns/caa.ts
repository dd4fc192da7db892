import type { CaaRecord, DnsClient } from './look-up.ts'
import { shorten } from './printable.ts'

/** The authority that would issue a certificate, and its method. */
export interface Issuance {
  /** The domain names by which the authority is named in CAA records; empty if it gives none. */
  identities: readonly string[]
  /** Whether the certificate is for `*.` and the name. */
  isWildcard: boolean
  /** The installation's account at the authority; undefined when there is none yet. */
  accountUri?: string
  /** How the authority may validate the name (RFC 8555, section 9.7.8), for example `http-01`; any way when left out. */
  methods?: readonly string[]
}

/** Whether CAA records let an authority issue. */
export type CaaAnswer =
  | { allowed: true }
  | {
      allowed: false
      /** The record that forbids it, as in a zone file. */
      record: string
      /** The name that has it. */
      at: string
      /** It names only others, names the authority under conditions that do not hold, or is critical and has an unknown tag. */
      why: 'others' | 'conditions' | 'unknown-tag'
    }
  /** Why that could not be determined, as words that complete “unknown, because …”. */
  | { allowed: undefined; unknown: string }

/** A name has fewer labels than this, or is not worth climbing from. */
const labelsMax = 12

/**
 * Checks whether CAA records let an authority issue a certificate for a name. The records of the nearest name upwards that has any count
 * (RFC 8659, section 3); the look-ups run at once.
 */
export async function checkCaa(
  dns: Pick<DnsClient, 'lookUpCaa'>,
  name: string,
  issuance: Issuance,
): Promise<CaaAnswer> {
  const labels = name.split('.')
  if (labels.length > labelsMax) return { allowed: undefined, unknown: `${shorten(name)} has too many labels` }
  const names = labels.map((_, index) => labels.slice(index).join('.'))
  const answers = await Promise.all(names.map(async (at) => ({ at, answer: await dns.lookUpCaa(at) })))
  for (const { at, answer } of answers) {
    switch (answer.outcome) {
      case 'found':
        return judge(answer.values, at, issuance)
      case 'no-record':
      case 'no-name':
        break
      case 'servfail':
        return { allowed: undefined, unknown: `the name servers of ${at} fail when asked for CAA records (SERVFAIL)` }
      case 'unanswered':
        return { allowed: undefined, unknown: `${answer.reason} when asked for the CAA records of ${at}` }
      default:
        answer satisfies never
    }
  }
  return { allowed: true }
}

/** Tags that authorities know. A critical record with any other forbids issuance (RFC 8659, section 4.1). */
const knownTags = new Set(['issue', 'issuewild', 'iodef', 'issuemail'])

function judge(records: readonly CaaRecord[], at: string, issuance: Issuance): CaaAnswer {
  const unknown = records.find(({ isCritical, tag }) => isCritical && !knownTags.has(tag))
  if (unknown) return { allowed: false, record: describe(unknown), at, why: 'unknown-tag' }
  const wild = issuance.isWildcard ? records.filter(({ tag }) => tag === 'issuewild') : []
  // Without an issuewild record, those for names count for wildcards too (RFC 8659, section 4.3).
  const relevant = wild.length > 0 ? wild : records.filter(({ tag }) => tag === 'issue')
  const [first] = relevant
  if (!first) return { allowed: true }
  if (issuance.identities.length === 0) {
    return { allowed: undefined, unknown: `the authority does not say by which name ${at} would have to allow it` }
  }
  const judgements = relevant.map((record) => ({ record, judgement: judgeValue(record.value, issuance) }))
  if (judgements.some(({ judgement }) => judgement === 'allows')) return { allowed: true }
  if (judgements.some(({ judgement }) => judgement === 'account')) {
    return { allowed: undefined, unknown: `a CAA record at ${at} allows one account of the authority only` }
  }
  // One that names the authority, but not this way of asking it, says more than one that names another.
  const restricting = judgements.find(({ judgement }) => judgement === 'restricts')
  if (restricting) return { allowed: false, record: describe(restricting.record), at, why: 'conditions' }
  return { allowed: false, record: describe(first), at, why: 'others' }
}

/**
 * Reports whether an issue or issuewild value allows the issuance, does not name the authority, names it under conditions that do not hold, or names an
 * account that cannot be compared yet.
 */
function judgeValue(value: string, issuance: Issuance): 'allows' | 'other' | 'restricts' | 'account' {
  const [issuer = '', ...rest] = value.split(';').map((part) => part.trim())
  const isNamed = issuance.identities.some((identity) => identity.toLowerCase() === issuer.toLowerCase())
  if (!isNamed) return 'other'
  const parameters = rest.filter((part) => part !== '').map((part) => parameter.exec(part))
  // A value outside of the grammar allows no one (RFC 8659, section 4.2).
  if (parameters.includes(null)) return 'restricts'
  const valuesOf = (tag: string) =>
    parameters.flatMap((match) => (match?.[1]?.toLowerCase() === tag ? [match[2] ?? ''] : []))

  // RFC 8657, sections 3 and 4: a parameter that is there twice is never met.
  const methods = valuesOf('validationmethods')
  const accounts = valuesOf('accounturi')
  if (methods.length > 1 || accounts.length > 1) return 'restricts'
  const [allowedMethods] = methods
  if (allowedMethods !== undefined && issuance.methods !== undefined) {
    const allowed = allowedMethods.toLowerCase().split(',')
    if (!issuance.methods.some((method) => allowed.includes(method))) return 'restricts'
  }
  const [account] = accounts
  if (account === undefined || account === issuance.accountUri) return 'allows'
  return issuance.accountUri === undefined ? 'account' : 'restricts'
}

/** RFC 8659, section 4.2. */
const parameter = /^([A-Za-z0-9-]+)\s*=\s*([\x21-\x3a\x3c-\x7e]*)$/

function describe({ isCritical, tag, value }: CaaRecord): string {
  return `${isCritical ? 128 : 0} ${shorten(tag)} "${shorten(value)}"`
}
