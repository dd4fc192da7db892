import type { Command } from 'commander'
import { blockHostname, listBlocks, unblockHostname } from '../../features/hostname-blocks/operator.ts'
import { reasonLengthMax } from '../../features/hostname-blocks/rules.ts'
import { examples, limitOption } from '../arguments.ts'
import type { Perform } from '../outcome.ts'
import { answerTable, formatInstant } from '../text.ts'

/** Adds the commands for hostnames that the operator has taken down. */
export function addHostnameCommands(program: Command, perform: Perform): void {
  const hostnames = program.command('hostnames').description('Hostnames that are taken down: block, unblock, list.')

  hostnames
    .command('block')
    .argument('<hostname>', 'any hostname of a tunnel: of a gateway, a random one, or on a custom domain')
    .description(
      'Take a hostname down: its tunnel ends, no agent gets it, and visitors read the reason. Its account is told.',
    )
    .requiredOption('--reason <text>', `why, as visitors read it; at most ${reasonLengthMax} characters`)
    .addHelpText('after', examples('hostnames block demo-ada.culvert.example --reason "It imitated a bank."'))
    .action((name: string, { reason }: { reason: string }) =>
      perform(async (app) => {
        const block = await blockHostname(app, name, reason)
        return { data: block, text: `${block.hostname} is blocked.` }
      }),
    )

  hostnames
    .command('unblock')
    .argument('<hostname>', 'a hostname, as `hostnames list` shows it')
    .description('Let a hostname be served again. Its agent must be started again.')
    .addHelpText('after', examples('hostnames unblock demo-ada.culvert.example'))
    .action((name: string) =>
      perform(async (app) => {
        const block = await unblockHostname(app, name)
        return { data: block, text: `${block.hostname} may be served again.` }
      }),
    )

  hostnames
    .command('list')
    .description('List what is blocked, newest first.')
    .addOption(limitOption())
    .addHelpText('after', examples('hostnames list'))
    .action(({ limit }: { limit: number }) =>
      perform(async (app) =>
        answerTable(
          await listBlocks(app, limit),
          [
            ['hostname', ({ hostname }) => hostname],
            ['blocked (UTC)', ({ blockedAt }) => formatInstant(blockedAt)],
            ['reason', ({ reason }) => reason],
          ],
          'No hostname is blocked.',
        ),
      ),
    )
}
