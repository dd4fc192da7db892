import { type Command, Option } from 'commander'
import {
  forgetCertificates,
  listCertificates,
  retryCertificate,
  rotateAccountKeys,
} from '../../features/certificates/operator.ts'
import { examples, limitOption } from '../arguments.ts'
import type { Perform } from '../outcome.ts'
import { answerTable, formatInstant, shorten } from '../text.ts'

const rotationMs = 60_000

/** Adds the commands for the certificates that authorities issue, and for the keys around them. */
export function addCertificateCommands(program: Command, perform: Perform): void {
  const certificates = program.command('certificates').description('Certificates that are ordered at an authority.')

  certificates
    .command('list')
    .description('List names and their certificates.')
    .addOption(new Option('--failing', 'only those whose last attempt failed').default(false))
    .addOption(limitOption())
    .action((options: { failing: boolean; limit: number }) =>
      perform(async (app) =>
        answerTable(
          await listCertificates(app, options),
          [
            ['name', ({ name }) => name],
            ['state', ({ stage }) => stage],
            ['expires (UTC)', ({ expiresAt }) => (expiresAt ? formatInstant(expiresAt) : '')],
            ['next attempt (UTC)', ({ nextAttemptAt }) => (nextAttemptAt ? formatInstant(nextAttemptAt) : '')],
            ['last error', ({ lastError }) => shorten(lastError ?? '')],
          ],
          options.failing ? 'No attempt has failed.' : 'No certificate is ordered here.',
        ),
      ),
    )

  certificates
    .command('retry')
    .argument('<name>', 'the hostname or wildcard')
    .description('Try again now, rather than when the next attempt is due.')
    .addHelpText('after', examples('certificates retry shop.example.com'))
    .action((name: string) =>
      perform(async (app) => {
        await retryCertificate(app, name)
        return { data: { name, retried: true }, text: 'The certificate waits for a server to order it.' }
      }),
    )

  certificates
    .command('forget')
    .requiredOption('--all', 'every certificate, and every account at an authority')
    .description('Forget all certificates and order them again, for when the SEALING_SECRET of their keys is lost.')
    .addHelpText(
      'after',
      `
Edges serve what they hold until the new ones are there. Authorities limit how many certificates a domain gets in a week.`,
    )
    .action(() =>
      perform(async (app) => {
        const forgotten = await forgetCertificates(app)
        return {
          data: { forgotten },
          text: `${forgotten} certificates are forgotten. A running server orders them again.`,
        }
      }),
    )

  certificates
    .command('rotate-account-keys')
    .description("Give the installation's account at each authority a new key.")
    .action(() =>
      perform(async (app) => {
        const authorities = await rotateAccountKeys(app, AbortSignal.timeout(rotationMs))
        const text =
          authorities.length === 0
            ? 'There is no account at an authority yet.'
            : `The accounts at these authorities have new keys: ${authorities.join(', ')}.`
        return { data: { authorities }, text }
      }),
    )
}
