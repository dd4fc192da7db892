import type { DomainAspect } from '../../graphql/generated/graphql.ts'
import type { Domain, Finding } from './domain.ts'

/** A subject of a domain check: a record to set, or a possible obstacle. */
export interface Check {
  aspect: DomainAspect
  title: string
  /** The record to set; undefined if there is none. */
  record: Domain['dnsRecords'][number] | undefined
  /** Undefined before the first check. */
  finding: Finding | undefined
}

const titles: Record<DomainAspect, string> = {
  CNAME: 'CNAME record',
  TXT: 'TXT record',
  APEX: 'Registered name',
  ADDRESSES: 'Addresses',
  PROXY: 'Proxy in front',
  CAA: 'CAA records',
  RESOLVERS: 'Name servers',
}

/** Lists the records that prove a domain, the better one first, then the other subjects of the last check. */
export function listChecks({ dnsRecords, findings }: Pick<Domain, 'dnsRecords' | 'findings'>): Check[] {
  const isOfRecord = ({ aspect }: Finding) => dnsRecords.some(({ type }) => type === aspect)
  const others = findings.filter((finding) => !isOfRecord(finding))
  return [
    ...dnsRecords.map((record) => {
      const finding = findings.find(({ aspect }) => aspect === record.type)
      return { aspect: record.type, title: titles[record.type], record, finding }
    }),
    ...others.map((finding) => ({ aspect: finding.aspect, title: titles[finding.aspect], record: undefined, finding })),
  ]
}

/** Lists the problems that the last check found, and what it could not determine. */
export function listFaults(checks: readonly Check[]): Check[] {
  return checks.filter(({ finding }) => finding && finding.outcome !== 'OK')
}
