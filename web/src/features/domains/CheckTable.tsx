import type { FindingOutcome } from '../../graphql/generated/graphql.ts'
import { CopyableValue } from '../../ui/CopyableValue.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { IconAlert, IconError, IconIdle, IconOk } from '../../ui/icons.ts'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import type { Check } from './checks.ts'
import classes from './CheckTable.module.css'

interface CheckTableProps {
  domain: string
  checks: Check[]
}

/** The records of a domain and the other subjects of a check: what is expected, what was found, and the verdict. */
export function CheckTable({ domain, checks }: CheckTableProps) {
  return (
    <div className={classes.box}>
      <DataTable caption={`DNS of ${domain}`} columns={columns} rows={checks} rowKey={({ aspect }) => aspect} />
    </div>
  )
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
