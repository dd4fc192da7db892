import type { DomainCheck, DomainProof } from '../../../platform/dns/domain-check.ts'
import type { Issuer } from '../../certificates/issuer.ts'
import { listAddressRecords } from './finding.ts'

/** A domain that is examined, and what is already known about it. */
export interface Subject extends DomainProof {
  /** The outcome of looking for its records. */
  check: DomainCheck
  /** The name that somebody registered: the domain itself, or the one that it is inside. */
  registered: string
  /** Undefined if the installation orders no certificates. */
  issuer: Issuer | undefined
}

/** Reports whether the domain is a registered name, which has other records, and a CNAME cannot coexist with those (RFC 1034, section 3.6.2). */
export function isApex({ domain, registered }: Pick<Subject, 'domain' | 'registered'>): boolean {
  return domain === registered
}

/** Advises in a sentence how to point the domain here. `ownAddresses` are those of the tunnel host. */
export function adviseLead(subject: Subject, ownAddresses: readonly string[]): string {
  const { domain, target } = subject
  if (!isApex(subject)) {
    return `Set a CNAME record at ${domain} to ${target}, and remove its A and AAAA records.`
  }
  const alias = `Set an ALIAS or ANAME record at ${domain} to ${target}`
  if (ownAddresses.length === 0) return `${alias}: a registered name can have no CNAME record.`
  return `${alias}, or the ${listAddressRecords(ownAddresses)}: a registered name can have no CNAME record.`
}
