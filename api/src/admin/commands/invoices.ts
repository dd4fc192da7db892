import { type Command, Option } from 'commander'
import { findNamespaces, getAccountNamed } from '../../features/accounts/operator.ts'
import { listInvoices, setInvoiceStatus } from '../../features/invoices/operator.ts'
import { describeInvoice } from '../../features/invoices/rules.ts'
import type { InvoiceStatus } from '../../generated/schema.ts'
import { examples, limitOption } from '../arguments.ts'
import type { Perform } from '../outcome.ts'
import { formatInstant, renderTable } from '../text.ts'

const statuses: InvoiceStatus[] = ['pending', 'paid', 'failed', 'cancelled']

interface ListOptions {
  account?: string
  status?: InvoiceStatus
  limit: number
}

/** Adds the commands for invoices: what accounts owe and have paid. */
export function addInvoiceCommands(program: Command, perform: Perform): void {
  const invoices = program.command('invoices').description('Invoices: list, mark as paid, cancel.')

  invoices
    .command('list')
    .description('List invoices, newest first.')
    .option('--account <account>', 'only those of an account, by id or namespace')
    .addOption(new Option('--status <status>', 'only these').choices(statuses))
    .addOption(limitOption())
    .addHelpText('after', examples('invoices list --status pending', 'invoices list --account ada'))
    .action(({ account, status, limit }: ListOptions) =>
      perform(async (app) => {
        const accountId = account === undefined ? undefined : (await getAccountNamed(app, account)).id
        const found = await listInvoices(app, { accountId, status }, limit)
        const namespaces = await findNamespaces(
          app,
          found.map((invoice) => invoice.accountId),
        )
        const text = renderTable(
          found,
          [
            ['id', ({ id }) => id],
            ['account', (invoice) => `@${namespaces.get(invoice.accountId)}`],
            ['description', describeInvoice],
            ['usd', ({ amount }) => amount.toFixed(2)],
            ['status', ({ status: is }) => is],
            ['due (UTC)', ({ dueDate }) => formatInstant(dueDate)],
          ],
          'No invoices.',
        )
        const data = found.map((invoice) => ({ ...invoice, accountNamespace: namespaces.get(invoice.accountId) }))
        return { data, text }
      }),
    )

  const moves = [
    ['mark-paid', 'paid', 'Note that an invoice was paid outside this installation.'],
    ['cancel', 'cancelled', 'Note that an invoice is not owed any more.'],
  ] as const
  for (const [name, status, description] of moves) {
    invoices
      .command(name)
      .argument('<id>', "an invoice's id, as `invoices list` shows it")
      .description(description)
      .action((id: string) =>
        perform(async (app) => ({ data: await setInvoiceStatus(app, id, status), text: `The invoice is ${status}.` })),
      )
  }
}
