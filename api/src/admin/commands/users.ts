import { formatCount } from '@culvert/schema/units'
import type { Command } from 'commander'
import {
  disableUser,
  enableUser,
  getUserDetails,
  resetFactors,
  sendResetLink,
  setEmail,
  signOutEverywhere,
  type UserDetails,
  verifyEmailByHand,
} from '../../features/user-administration/service.ts'
import { nameUser } from '../../features/users/rules.ts'
import { searchUsers } from '../../features/users/service.ts'
import { examples, limitOption } from '../arguments.ts'
import type { Perform } from '../outcome.ts'
import { answerFacts, answerTable, formatInstant, shorten } from '../text.ts'

const userArgument = "a user's e-mail address, phone number or id"

/** Adds the commands for the people who can sign in. */
export function addUserCommands(program: Command, perform: Perform): void {
  const users = program
    .command('users')
    .description(
      'People: list, show, sign out, send a reset link, verify or change an address, remove lost factors, disable.',
    )

  users
    .command('list')
    .argument('[text]', 'only users with this in their name, address or number', '')
    .description('List users, newest first.')
    .addOption(limitOption())
    .addHelpText('after', examples('users list', 'users list example.com'))
    .action((text: string, { limit }: { limit: number }) =>
      perform(async (app) =>
        answerTable(
          await searchUsers(app.db, text, limit),
          [
            ['id', ({ id }) => id],
            ['address', nameUser],
            ['name', ({ firstName, lastName }) => shorten(`${firstName} ${lastName}`, 40)],
            ['state', ({ disabledAt }) => (disabledAt ? 'disabled' : 'active')],
            ['signed up (UTC)', ({ createdAt }) => formatInstant(createdAt)],
          ],
          'No users.',
        ),
      ),
    )

  users
    .command('show')
    .argument('<user>', userArgument)
    .description('Show a user with their accounts, their second factors and where they are signed in.')
    .addHelpText('after', examples('users show ada@example.com'))
    .action((name: string) => perform(async (app) => describeUser(await getUserDetails(app, name))))

  users
    .command('sign-out')
    .argument('<user>', userArgument)
    .description('End all sessions of a user. AuthIDs and running tunnels keep working.')
    .addHelpText('after', examples('users sign-out ada@example.com'))
    .action((name: string) =>
      perform(async (app) => {
        const endedSessions = await signOutEverywhere(app, name)
        return { data: { endedSessions }, text: `${formatCount(endedSessions, 'session')} ended.` }
      }),
    )

  users
    .command('send-reset')
    .argument('<user>', userArgument)
    .description('Mail a user a link to choose a new password. It works once, for 60 minutes.')
    .addHelpText('after', examples('users send-reset ada@example.com'))
    .action((name: string) =>
      perform(async (app) => {
        const email = await sendResetLink(app, name)
        return { data: { email, sent: true }, text: `A link is on its way to ${email}.` }
      }),
    )

  users
    .command('verify-email')
    .argument('<user>', userArgument)
    .description("Count a user's e-mail address as verified, without a link. Only for someone you know.")
    .addHelpText('after', examples('users verify-email ada@example.com'))
    .action((name: string) =>
      perform(async (app) => {
        const verified = await verifyEmailByHand(app, name)
        return { data: verified, text: `${nameUser(verified)} counts as verified.` }
      }),
    )

  users
    .command('set-email')
    .argument('<user>', userArgument)
    .argument('<new-email>', 'the address that the user gets')
    .description(
      "Change a user's e-mail address, or give one to a user who has none. It counts as unverified until the link that is mailed to it is opened. Sessions end; AuthIDs, API keys and tunnels keep working. The old address is told if it was verified. Only for someone you know.",
    )
    .addHelpText(
      'after',
      examples(
        'users set-email ada@example.com ada@example.org',
        'users set-email 01a1fcbc-6d77-730c-8bc3-ac39b3fd6a07 ada@example.org',
      ),
    )
    .action((name: string, newEmail: string) =>
      perform(async (app) => {
        const changed = await setEmail(app, name, newEmail)
        const text = `The address is ${nameUser(changed)}. A link to verify it is on its way there.`
        return { data: changed, text }
      }),
    )

  users
    .command('reset-factors')
    .argument('<user>', userArgument)
    .description(
      'Remove all second factors and recovery codes of a user who has lost them. Sessions end, and the user is told by mail. They then sign in with the password alone: only for someone you know.',
    )
    .addHelpText('after', examples('users reset-factors ada@example.com'))
    .action((name: string) =>
      perform(async (app) => {
        const removed = await resetFactors(app, name)
        return { data: { removed }, text: `Removed ${removed.join(', ')}.` }
      }),
    )

  const moves = [
    [
      'disable',
      disableUser,
      'Shut a user out: sessions and tunnels end, signing in and AuthIDs are refused.',
      'is shut out',
    ],
    ['enable', enableUser, 'Let a user in again. Their AuthIDs work as before.', 'may sign in again'],
  ] as const
  for (const [command, move, description, result] of moves) {
    users
      .command(command)
      .argument('<user>', userArgument)
      .description(description)
      .addHelpText('after', examples(`users ${command} ada@example.com`))
      .action((name: string) =>
        perform(async (app) => {
          const moved = await move(app, name)
          return { data: moved, text: `${nameUser(moved)} ${result}.` }
        }),
      )
  }
}

function describeEmail({ email, emailVerifiedAt, emailLostAt }: UserDetails): string | null {
  if (email === null) return emailLostAt && `lost to its owner on ${formatInstant(emailLostAt)} UTC`
  return `${email} (${emailVerifiedAt ? `verified ${formatInstant(emailVerifiedAt)} UTC` : 'not verified'})`
}

function describeUser(user: UserDetails) {
  return answerFacts(user, [
    ['id', user.id],
    ['e-mail', describeEmail(user)],
    ['phone', user.phone],
    ['name', `${user.firstName} ${user.lastName}`],
    ['signed up', `${formatInstant(user.createdAt)} UTC`],
    ['state', user.disabledAt ? `disabled since ${formatInstant(user.disabledAt)} UTC` : 'active'],
    ['accounts', user.accounts.map(({ namespace, role }) => `@${namespace} (${role})`).join('\n') || null],
    ['second factors', user.factors.join('\n') || null],
    [
      'sessions',
      user.sessions
        .map(
          ({ lastUsedAt, ipAddress, userAgent }) => `${formatInstant(lastUsedAt)} UTC ${ipAddress} ${userAgent ?? ''}`,
        )
        .join('\n') || null,
    ],
  ])
}
