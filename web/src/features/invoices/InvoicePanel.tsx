import type { ResultOf } from '@graphql-typed-document-node/core'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { CsvButton } from '../../graphql/CsvButton.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import type { InvoiceStatus } from '../../graphql/generated/graphql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { writeCsv, type CsvColumn } from '../../ui/csv.ts'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatBytes, formatDate } from '../../ui/format.ts'
import { IconBilling, IconError, IconIdle, IconOk, IconPending } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/Panel.tsx'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { TwoLines } from '../../ui/TwoLines.tsx'
import { When } from '../../ui/When.tsx'
import { formatCents } from '../plans/price.ts'

const invoiceFragment = graphql(`
  fragment InvoicePanel_Invoice on Invoice {
    id
    description
    amountCents
    currency
    overage {
      dataOutBytes
      amountCents
    }
    dueDate
    status
    createdAt
    viewerCanMarkPaid
  }
`)

type Invoice = ResultOf<typeof invoiceFragment>

const markInvoicePaidMutation = graphql(`
  mutation InvoicePanel_MarkInvoicePaid($input: MarkInvoicePaidInput!) {
    markInvoicePaid(input: $input) {
      invoice {
        ...InvoicePanel_Invoice
      }
    }
  }
`)

/** The account's invoices; undefined while they load. */
export function InvoicePanel({ invoices }: { invoices: Invoice[] | undefined }) {
  const markPaid = useAction(markInvoicePaidMutation)
  const [payingId, setPayingId] = useState<string>()
  const pay = async ({ id, description }: Invoice) => {
    setPayingId(id)
    if (await markPaid.run({ input: { id } })) notify(`${description} is marked as paid.`)
    setPayingId(undefined)
  }
  const isPayable = invoices?.some(({ viewerCanMarkPaid }) => viewerCanMarkPaid) ?? false
  return (
    <>
      {markPaid.errorText && <Notice tone="danger">{markPaid.errorText}</Notice>}
      <Panel
        title="Transactions"
        aside={
          invoices &&
          invoices.length > 0 && (
            <CsvButton name="invoices" make={async () => ({ text: writeCsv(csvColumns, invoices), isCut: false })} />
          )
        }
        flush
      >
        {invoices?.length === 0 ? (
          <EmptyState icon={IconBilling} title="No Transactions" description="Invoices for paid plans appear here." />
        ) : (
          <DataTable
            caption="Transactions"
            columns={isPayable ? [...factColumns, getActionColumn(payingId, pay)] : factColumns}
            rows={invoices}
            rowKey={({ id }) => id}
          />
        )}
      </Panel>
    </>
  )
}

const csvColumns: CsvColumn<Invoice>[] = [
  { title: 'Date', value: ({ createdAt }) => createdAt },
  { title: 'Description', value: ({ description }) => description },
  { title: 'Amount', value: ({ amountCents }) => amountCents / 100 },
  { title: 'Currency', value: ({ currency }) => currency },
  { title: 'Overage', value: ({ overage }) => overage && overage.amountCents / 100 },
  { title: 'Overage (bytes)', value: ({ overage }) => overage?.dataOutBytes },
  { title: 'Status', value: ({ status }) => status },
  { title: 'Due', value: ({ dueDate }) => dueDate },
  { title: 'Invoice id', value: ({ id }) => id },
]

type InvoiceColumn = Column<Invoice>

const looks: Record<InvoiceStatus, StatusLook> = {
  pending: { word: 'Pending', tone: 'warning', icon: IconPending },
  paid: { word: 'Paid', tone: 'positive', icon: IconOk },
  failed: { word: 'Failed', tone: 'danger', icon: IconError },
  cancelled: { word: 'Cancelled', tone: 'neutral', icon: IconIdle },
}

const factColumns: InvoiceColumn[] = [
  { title: 'Date', cell: ({ createdAt }) => <When iso={createdAt} />, sortBy: ({ createdAt }) => createdAt },
  {
    title: 'Description',
    cell: ({ description, overage }) => (
      <TwoLines
        first={<strong>{description}</strong>}
        second={
          overage && `with ${formatCents(overage.amountCents)} for ${formatBytes(overage.dataOutBytes)} over the limit`
        }
      />
    ),
  },
  {
    title: 'Amount (USD)',
    numeric: true,
    cell: ({ amountCents }) => formatCents(amountCents),
    sortBy: ({ amountCents }) => amountCents,
  },
  {
    title: 'Status',
    besideName: true,
    cell: ({ status }) => <StatusBadge {...looks[status]} />,
    sortBy: ({ status }) => status,
  },
  { title: 'Due Date', cell: ({ dueDate }) => <When iso={dueDate} />, sortBy: ({ dueDate }) => dueDate },
]

const getActionColumn = (payingId: string | undefined, onPay: (invoice: Invoice) => Promise<void>): InvoiceColumn => ({
  title: 'Actions',
  titleHidden: true,
  cell: (invoice) =>
    invoice.viewerCanMarkPaid && (
      <Button
        variant="default"
        size="xs"
        loading={invoice.id === payingId}
        disabled={payingId !== undefined}
        aria-label={`Mark as Paid: ${invoice.description} of ${formatDate(invoice.createdAt)}`}
        onClick={() => void onPay(invoice)}
      >
        Mark as Paid
      </Button>
    ),
})
