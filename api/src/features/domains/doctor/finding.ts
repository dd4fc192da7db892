import type { DomainAspect, DomainFinding } from '../../../generated/schema.ts'

/** The words for the finding of an aspect. */
export interface Words {
  /** What is expected; left out if nothing in particular is. */
  expected?: string
  found: string
  /** What to do; left out if there is nothing to do. */
  advice?: string
}

type Outcome = DomainFinding['outcome']

function makeFinding(aspect: DomainAspect, outcome: Outcome, { expected, found, advice }: Words): DomainFinding {
  return { aspect, outcome, expected: expected ?? null, found, advice: advice ?? null }
}

export function fine(aspect: DomainAspect, words: Words): DomainFinding {
  return makeFinding(aspect, 'OK', words)
}

export function warning(aspect: DomainAspect, words: Words): DomainFinding {
  return makeFinding(aspect, 'WARNING', words)
}

export function problem(aspect: DomainAspect, words: Words): DomainFinding {
  return makeFinding(aspect, 'PROBLEM', words)
}

export function unknown(aspect: DomainAspect, words: Words): DomainFinding {
  return makeFinding(aspect, 'UNKNOWN', words)
}

/** How many values of a list are shown. */
const shownMax = 6

/** Lists values, for example addresses, and says how many more there are. */
export function list(values: readonly string[], conjunction = 'and'): string {
  const shown = values.slice(0, shownMax)
  const rest = values.length - shown.length
  const parts = rest > 0 ? [...shown, `${rest} more`] : shown
  const last = parts.at(-1) ?? ''
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} ${conjunction} ${last}`
}

/** Names address records, for example “A record 192.0.2.1 and AAAA record 2001:db8::1”. */
export function listAddressRecords(addresses: readonly string[]): string {
  return list(addresses.map((address) => `${address.includes(':') ? 'AAAA' : 'A'} record ${address}`))
}
