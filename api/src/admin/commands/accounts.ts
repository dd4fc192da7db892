import { bytesPerGb } from '@culvert/schema/units'
import type { Command } from 'commander'
import { deleteAccountAsOperator, getAccountNamed } from '../../features/accounts/operator.ts'
import { assignPlan, forgetSubscriptions } from '../../features/subscriptions/operator.ts'
import { reasonLengthMax, resumeAccount, suspendAccount } from '../../features/suspensions/service.ts'
import { type AccountDetails, getAccountDetails, searchAccounts } from '../account-details.ts'
import { examples, limitOption } from '../arguments.ts'
import type { Perform } from '../outcome.ts'
import { answerFacts, answerTable, formatInstant, shorten } from '../text.ts'

const accountArgument = "an account's id or namespace, as `accounts list` shows them"

/** Adds the commands for the accounts of this installation. */
export function addAccountCommands(program: Command, perform: Perform): void {
  const accounts = program
    .command('accounts')
    .description('Accounts: list, show, set the plan, forget a subscription, suspend, resume, delete.')

  accounts
    .command('list')
    .argument('[text]', 'only accounts with this in their name or namespace', '')
    .description('List accounts, newest first.')
    .addOption(limitOption())
    .addHelpText('after', examples('accounts list', 'accounts list ada'))
    .action((text: string, { limit }: { limit: number }) =>
      perform(async (app) =>
        answerTable(
          await searchAccounts(app, text, limit),
          [
            ['id', ({ id }) => id],
            ['namespace', ({ namespace }) => namespace],
            ['name', ({ name }) => shorten(name, 40)],
            ['plan', ({ plan }) => plan],
            ['state', ({ suspendedAt }) => (suspendedAt ? 'suspended' : 'active')],
            ['members', ({ memberCount }) => memberCount],
            ['created (UTC)', ({ createdAt }) => formatInstant(createdAt)],
          ],
          'No accounts.',
        ),
      ),
    )

  accounts
    .command('show')
    .argument('<account>', accountArgument)
    .description('Show an account with its members, hostnames and usage.')
    .addHelpText('after', examples('accounts show ada'))
    .action((name: string) => perform(async (app) => describeAccount(await getAccountDetails(app, name))))

  accounts
    .command('set-plan')
    .argument('<account>', accountArgument)
    .argument('<plan>', "a plan's name or id, on offer or not")
    .description(
      'Put an account on a plan. In `manual` mode, this creates an invoice if the plan has a price, and is refused while the account has a subscription at the payment provider.',
    )
    .addHelpText('after', examples('accounts set-plan ada Pro'))
    .action((name: string, planName: string) =>
      perform(async (app) => {
        const { id, namespace } = await getAccountNamed(app, name)
        const { plan, invoice, subscription } = await assignPlan(app, id, planName)
        const invoiced = invoice
          ? ` It owes ${invoice.amount.toFixed(2)} USD by ${formatInstant(invoice.dueDate)} UTC.`
          : ''
        const charged = subscription
          ? ` The payment provider goes on charging its subscription ${subscription.id}: end it there if it should not.`
          : ''
        return {
          data: { accountId: id, plan, invoice: invoice ?? null, subscriptionId: subscription?.id ?? null },
          text: `@${namespace} is on ${plan.name}.${invoiced}${charged}`,
        }
      }),
    )

  accounts
    .command('forget-subscription')
    .argument('<account>', accountArgument)
    .description(
      'End a subscription that the payment provider does not know, as one of its test mode; its plan ends with it. Without STRIPE_SECRET_KEY, make sure first that it has ended at the provider.',
    )
    .addHelpText('after', examples('accounts forget-subscription ada'))
    .action((name: string) =>
      perform(async (app) => {
        const { id, namespace } = await getAccountNamed(app, name)
        const plan = await forgetSubscriptions(app, id)
        return {
          data: { accountId: id, plan },
          text: `The subscription is forgotten. @${namespace} is on ${plan.name}.`,
        }
      }),
    )

  accounts
    .command('suspend')
    .argument('<account>', accountArgument)
    .description(
      'Suspend an account: its tunnels end, its API keys, AuthIDs and machine tokens are refused, and members may only read, export, leave or delete it. Its owners are told the reason.',
    )
    .requiredOption('--reason <text>', `why, as its members read it; at most ${reasonLengthMax} characters`)
    .addHelpText('after', examples('accounts suspend ada --reason "Phishing at demo-ada.culvert.example."'))
    .action((name: string, { reason }: { reason: string }) =>
      perform(async (app) => {
        const { id } = await getAccountNamed(app, name)
        const suspended = await suspendAccount(app, id, reason)
        return { data: suspended, text: `The account @${suspended.namespace} is suspended.` }
      }),
    )

  accounts
    .command('resume')
    .argument('<account>', accountArgument)
    .description('Resume a suspended account. Its agents must be started again.')
    .addHelpText('after', examples('accounts resume ada'))
    .action((name: string) =>
      perform(async (app) => {
        const { id } = await getAccountNamed(app, name)
        const resumed = await resumeAccount(app, id)
        return { data: resumed, text: `The account @${resumed.namespace} is resumed.` }
      }),
    )

  accounts
    .command('delete')
    .argument('<account>', accountArgument)
    .description('Delete an account for good: gateways, domains, keys and tunnels end. Usage and invoices are kept.')
    .requiredOption('--confirm <namespace>', "the account's namespace once more")
    .addHelpText('after', examples('accounts delete ada --confirm ada'))
    .action((name: string, { confirm }: { confirm: string }) =>
      perform(async (app) => {
        const { id, namespace } = await getAccountNamed(app, name)
        await deleteAccountAsOperator(app, id, confirm)
        return { data: { id, namespace, deleted: true }, text: `The account @${namespace} is deleted.` }
      }),
    )
}

function describeAccount(account: AccountDetails) {
  const { members, gateways, domains, usage } = account
  return answerFacts(account, [
    ['id', account.id],
    ['name', account.name],
    ['namespace', `@${account.namespace}`],
    ['created', `${formatInstant(account.createdAt)} UTC`],
    ['plan', account.plan],
    [
      'state',
      account.suspendedAt
        ? `suspended since ${formatInstant(account.suspendedAt)} UTC: ${account.suspensionReason}`
        : 'active',
    ],
    ['members', members.map(({ email, userId, role }) => `${email ?? userId} (${role})`).join('\n')],
    ['gateways', gateways.join('\n') || null],
    ['domains', domains.map(({ domain, status }) => `${domain} (${status})`).join('\n') || null],
    ['active agents', account.activeAgentCount],
    ['requests this month', usage.apiRequests],
    ['sent this month', `${(usage.dataOutBytes / bytesPerGb).toFixed(2)} GiB`],
    ['agent hours this month', (usage.agentRunSeconds / 3_600).toFixed(1)],
  ])
}
