import type { Command } from 'commander'
import { AppError } from '../../ground/errors.ts'
import { listFailedJobs, retryFailedJob } from '../../platform/jobs/service.ts'
import { examples, limitOption } from '../arguments.ts'
import type { Perform } from '../outcome.ts'
import { answerTable, formatInstant, shorten } from '../text.ts'

/** Adds the commands for background work that was given up. */
export function addJobCommands(program: Command, perform: Perform): void {
  const jobs = program
    .command('jobs')
    .description('Background work that was given up: mails, checks of domains, and so on.')

  jobs
    .command('list')
    .description('List jobs that were given up, newest first. They are kept 30 days.')
    .addOption(limitOption())
    .action(({ limit }: { limit: number }) =>
      perform(async (app) =>
        answerTable(
          await listFailedJobs(app.db, limit),
          [
            ['id', ({ id }) => id],
            ['kind', ({ kind }) => kind],
            ['given up (UTC)', ({ failedAt }) => formatInstant(failedAt)],
            ['attempts', ({ attempts }) => attempts],
            ['last error', ({ lastError }) => shorten(lastError)],
          ],
          'No job was given up.',
        ),
      ),
    )

  jobs
    .command('retry')
    .argument('<id>', "a job's id, as `jobs list` shows it")
    .description('Start a job again, with all its attempts.')
    .addHelpText('after', examples('jobs list', 'jobs retry 019f0c5e-2f6b-7000-8000-000000000000'))
    .action((id: string) =>
      perform(async (app) => {
        if (!(await app.change((trx) => retryFailedJob(trx, id, app.clock.now())))) {
          throw new AppError(
            'NOT_FOUND',
            `No job with the id "${id}" was given up. \`jobs list\` shows those that were.`,
          )
        }
        return { data: { id, retried: true }, text: 'The job waits for a server to take it.' }
      }),
    )
}
