import { resolve } from 'node:path'
import type { Command } from 'commander'
import { getSite } from '../../features/site/service.ts'
import { conflict } from '../../ground/errors.ts'
import { restoreBackup, takeBackup } from '../../platform/backup/service.ts'
import { examples } from '../arguments.ts'
import type { Caller, Perform } from '../outcome.ts'
import { formatInstant } from '../text.ts'

/** Adds the commands for backups: the whole database in one file, for either kind of database. */
export function addBackupCommands(program: Command, perform: Perform, caller: Caller): void {
  program
    .command('backup')
    .argument('<file>', 'the file to write, which only its own user can read')
    .option('--force', 'replace the file if it exists')
    .description('Write the whole database to one compressed file, as it is at one moment. Servers may keep running.')
    .addHelpText(
      'after',
      `${examples('backup culvert.backup', 'backup /var/backups/culvert.backup --force')}

The file fits both kinds of database: it also carries an installation from the embedded one to PostgreSQL, and back. An embedded
database answers nothing else while it is read. Keep the file as safe as the database: it holds signing keys, and links of unsent mails.`,
    )
    .action((given: string, { force = false }: { force?: boolean }) =>
      perform(async (app) => {
        const { version } = await getSite(app)
        const taken = await takeBackup(app, { file: resolve(caller.folder, given), replace: force, culvert: version })
        const text = `${taken.file} holds ${countRows(taken.rows)} in ${taken.bytes} bytes.`
        return { data: taken, text }
      }),
    )

  program
    .command('restore')
    .argument('<file>', 'a file that `backup` wrote, by this version of Culvert or an older one')
    .description(
      'Put a backup into a database without users, all or nothing. Stop every server of that database first.',
    )
    .addHelpText('after', examples('restore culvert.backup'))
    .action((given: string) =>
      perform(async (app) => {
        if (caller.isServer) {
          throw conflict('A server runs on this database. Stop it, then restore, then start it again.')
        }
        const restored = await restoreBackup(app, resolve(caller.folder, given))
        const text = `${countRows(restored.rows)} of ${formatInstant(new Date(restored.createdAt))} UTC are restored. Start the server.`
        return { data: restored, text }
      }),
    )
}

function countRows(rows: Record<string, number>): string {
  const counts = Object.values(rows)
  return `${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables`
}
