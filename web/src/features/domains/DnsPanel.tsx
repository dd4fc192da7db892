import { List, Stack, Text, Title } from '@mantine/core'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { listChecks, type Check } from './checks.ts'
import type { Domain } from './domain.ts'
import type { FindingOutcome } from '../../graphql/generated/graphql.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { IconAlert, IconError, IconIdle, IconOk } from '../../ui/icons.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import classes from './DnsPanel.module.css'

interface DnsPanelProps {
  domain: Domain
  /** Whether a record must still be set. */
  isOpen: boolean
}

/** The DNS records of a domain, one of which must be set, with what the last check found and what to do about it. */
export function DnsPanel({ domain, isOpen }: DnsPanelProps) {
  const checks = listChecks(domain)
  const advised = checks.filter(({ finding }) => finding?.advice)
  return (
    <Stack gap="0.5rem">
      <Title order={4} size="h3">
        DNS configuration
      </Title>
      {isOpen && <Text size="sm">{describeChoice(domain)}</Text>}
      <div className={classes.box}>
        <DataTable
          caption={`DNS of ${domain.domain}`}
          columns={columns}
          rows={checks}
          rowKey={({ aspect }) => aspect}
        />
      </div>
      {advised.length > 0 && (
        <List size="sm" spacing="0.25rem" aria-label={`What to do about ${domain.domain}`}>
          {advised.map(
            ({ aspect, title, finding }) =>
              finding?.advice && (
                <List.Item key={aspect}>
                  {finding.advice}{' '}
                  <CopyButton value={finding.advice} label={`what to do about ${domain.domain}: ${title}`} />
                </List.Item>
              ),
          )}
        </List>
      )}
    </Stack>
  )
}

/** Returns which record to set. The better one comes first; for a registered name, that is the TXT record. */
function describeChoice({ dnsRecords }: Domain): string {
  return dnsRecords[0]?.type === 'TXT'
    ? 'Set the TXT record, which proves the domain. A registered name cannot have a CNAME record beside its other records: to lead visitors here, set an ALIAS or ANAME record with the value of the CNAME record if your provider has them, and otherwise A and AAAA records with the addresses that a check shows.'
    : "Set the CNAME record, which points to your account's own name; a CNAME to the tunnel host proves nothing, because it is the same for every account. Alternatively, set the TXT record."
}

const looks: Record<FindingOutcome, StatusLook> = {
  OK: { word: 'Fine', tone: 'positive', icon: IconOk },
  WARNING: { word: 'Warning', tone: 'warning', icon: IconAlert },
  PROBLEM: { word: 'Problem', tone: 'danger', icon: IconError },
  UNKNOWN: { word: 'Unknown', tone: 'neutral', icon: IconIdle },
}
const unchecked: StatusLook = { word: 'Not checked', tone: 'neutral', icon: IconIdle }

const columns: Column<Check>[] = [
  {
    title: 'Record',
    cell: ({ title, record }) => (
      <TwoLines
        first={<strong>{title}</strong>}
        second={record && <CopyableValue value={record.name} label={`${record.type} name`} />}
      />
    ),
  },
  {
    title: 'Expected',
    cell: ({ record, finding }) =>
      record ? <CopyableValue value={record.value} label={`${record.type} value`} /> : finding?.expected,
  },
  { title: 'Found', cell: ({ finding }) => finding?.found ?? '–' },
  {
    title: 'Outcome',
    besideName: true,
    cell: ({ finding }) => <StatusBadge {...(finding ? looks[finding.outcome] : unchecked)} />,
  },
]
