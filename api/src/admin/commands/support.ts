import { type Command, Option } from 'commander'
import { getContactRequest, listContactRequests, setContactRequestStatus } from '../../features/support/operator.ts'
import { type ContactRequest, titleOf } from '../../features/support/rules.ts'
import type { ContactRequestStatus } from '../../generated/schema.ts'
import { examples, limitOption } from '../arguments.ts'
import type { Perform } from '../outcome.ts'
import { answerFacts, answerTable, formatInstant, shorten } from '../text.ts'

const statuses: ContactRequestStatus[] = ['new', 'open', 'closed']

const idArgument = "a message's id, as `support list` shows it"

/** Adds the commands for messages that people sent through the contact and the issue form. */
export function addSupportCommands(program: Command, perform: Perform): void {
  const support = program.command('support').description('Messages from the contact and the issue form.')

  support
    .command('list')
    .description('List messages, newest first.')
    .addOption(new Option('--status <status>', 'only these').choices(statuses))
    .addOption(limitOption())
    .addHelpText('after', examples('support list --status new'))
    .action((options: { status?: ContactRequestStatus; limit: number }) =>
      perform(async (app) =>
        answerTable(
          await listContactRequests(app, options),
          [
            ['id', ({ id }) => id],
            ['sent (UTC)', ({ createdAt }) => formatInstant(createdAt)],
            ['status', ({ status }) => status],
            ['kind', ({ type, formData }) => `${type} ${formData.category ?? formData.type ?? ''}`],
            ['from', ({ formData }) => formData.email ?? null],
            ['title', (request) => shorten(titleOf(request))],
          ],
          'No messages.',
        ),
      ),
    )

  support
    .command('show')
    .argument('<id>', idArgument)
    .description('Show a whole message.')
    .action((id: string) => perform(async (app) => describeRequest(await getContactRequest(app, id))))

  const moves = [
    ['open', 'open', 'Note that someone is working on a message.'],
    ['close', 'closed', 'Note that a message is done.'],
  ] as const
  for (const [name, status, description] of moves) {
    support
      .command(name)
      .argument('<id>', idArgument)
      .description(description)
      .action((id: string) =>
        perform(async (app) => ({
          data: await setContactRequestStatus(app, id, status),
          text: `The message is ${status}.`,
        })),
      )
  }
}

function describeRequest(request: ContactRequest) {
  const { id, status, type, createdAt, page, source, userId, ipAddress, formData } = request
  return answerFacts(request, [
    ['id', id],
    ['status', status],
    ['form', type],
    ['arrived', `${formatInstant(createdAt)} UTC, from ${ipAddress}`],
    ['page', page],
    ['source', source],
    ['user', userId],
    ...Object.entries(formData),
  ])
}
