import { formatCount } from '@culvert/schema/units'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type ExportedPage, exportAudit, getAuditedAccountId } from '../../features/audit-log/operator.ts'
import { conflict } from '../../ground/errors.ts'
import { writePrivateFile } from '../../ground/private-file.ts'
import { examples, parseInstant } from '../arguments.ts'
import type { Caller, Perform } from '../outcome.ts'

interface ExportOptions {
  from: Date
  to: Date
  account?: string
  file?: string
  force?: boolean
}

/** How much a running server returns as one text, in characters. */
const answerCharactersMax = 4 * 1024 * 1024

/** Adds the commands for the log of who did what. */
export function addAuditCommands(program: Command, perform: Perform, caller: Caller): void {
  const audit = program.command('audit').description('The audit log: export.')

  audit
    .command('export')
    .description(
      'Print the audit log as JSON lines, oldest first, or write it to a file that only its own user can read.',
    )
    .requiredOption('--from <instant>', 'the first instant, with its offset from UTC', parseInstant)
    .requiredOption('--to <instant>', 'the first instant that is left out', parseInstant)
    .option('--account <account>', "only an account's entries: its id, also when it was deleted, or its namespace")
    .option('--file <file>', 'the file to write; with the embedded database, the running server writes it')
    .option('--force', 'replace the file if it exists')
    .addHelpText(
      'after',
      examples(
        'audit export --from 2026-11-01T00:00Z --to 2026-12-01T00:00Z --file november.jsonl',
        'audit export --from 2026-11-25T00:00Z --to 2026-11-26T00:00Z --account ada',
      ),
    )
    .action(({ account, file: given, force = false, from, to }: ExportOptions) =>
      perform(async (app) => {
        const accountId = account === undefined ? undefined : await getAuditedAccountId(app, account)
        const pages = exportAudit(app, { from, to, accountId })
        if (given === undefined) return { data: null, text: '', raw: await print(pages, caller) }
        const file = resolve(caller.folder, given)
        let entries = 0
        const count = (page: ExportedPage) => (entries += page.entries)
        const bytes = await writePrivateFile(file, toTexts(pages, count), { replace: force })
        const text = `${file} holds ${formatCount(entries, 'entry', 'entries')} in ${bytes} bytes.`
        return { data: { file, entries, bytes }, text }
      }),
    )
}

/** Prints pages as they arrive if that is possible, and returns the rest. */
async function print(pages: AsyncIterable<ExportedPage>, { print: printNow }: Caller): Promise<string> {
  let collected = ''
  for await (const { lines } of pages) {
    if (printNow) await printNow(lines)
    else collected += lines
    if (collected.length > answerCharactersMax) {
      throw conflict(
        'This is more than the 4 MiB that a running server hands back. Name a file, which it writes: --file audit.jsonl',
      )
    }
  }
  return collected
}

async function* toTexts(
  pages: AsyncIterable<ExportedPage>,
  onPage: (page: ExportedPage) => void,
): AsyncGenerator<string> {
  for await (const page of pages) {
    onPage(page)
    yield page.lines
  }
}
