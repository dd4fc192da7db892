import { unlimited } from '@culvert/schema/units'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { listedLimits } from '../../features/plans/limits.ts'
import { createPlan, getPlanNamed, listAllPlans, updatePlan } from '../../features/plans/operator.ts'
import type { Plan } from '../../features/plans/rules.ts'
import type { PlanTerms } from '../../features/plans/terms.ts'
import type { PlanType } from '../../generated/schema.ts'
import { examples } from '../arguments.ts'
import type { Perform } from '../outcome.ts'
import { answerFacts, answerTable } from '../text.ts'

const planTypes: PlanType[] = ['free', 'pro', 'custom']

const planArgument = "a plan's name or id, as `plans list` shows them"

/** Adds the commands for plans: what they cost and allow. */
export function addPlanCommands(program: Command, perform: Perform): void {
  const plans = program.command('plans').description('Plans: list, show, create, update, offer, withdraw.')

  plans
    .command('list')
    .description('List all plans, on offer or not, cheapest first.')
    .action(() =>
      perform(async (app) =>
        answerTable(
          await listAllPlans(app),
          [
            ['name', ({ name }) => name],
            ['type', ({ type }) => type],
            ['usd a month', showPrice],
            ['on offer', ({ isActive }) => (isActive ? 'yes' : 'no')],
            ['gateways', ({ maxSubpoints }) => showLimit(maxSubpoints)],
            ['domains', ({ maxDomains }) => showLimit(maxDomains)],
            ['members', ({ maxTeamMembers }) => showLimit(maxTeamMembers)],
            ['agents', ({ maxConcurrentAgents }) => showLimit(maxConcurrentAgents)],
            ['gib a month', ({ maxDataOutGb }) => showLimit(maxDataOutGb)],
            ['provider product', ({ providerProductId }) => providerProductId],
          ],
          'No plans.',
        ),
      ),
    )

  plans
    .command('show')
    .argument('<plan>', planArgument)
    .description('Show a plan with all of its limits.')
    .addHelpText('after', examples('plans show "Early Access"'))
    .action((name: string) => perform(async (app) => describePlan(await getPlanNamed(app.db, name))))

  const create = plans
    .command('create')
    .argument('<name>', "the new plan's name")
    .description('Create a plan from another one, with what is given here instead. It is on offer at once.')
    .requiredOption('--like <plan>', 'the plan whose type, price and limits it starts from')
  addTermOptions(create)
    .addHelpText('after', examples('plans create Team --like Pro --price 30 --members 25 --agents unlimited'))
    .action((name: string, { like, ...options }: TermOptions & { like: string }) =>
      perform(async (app) => {
        const { id: _like, ...terms } = await getPlanNamed(app.db, like)
        const own = { providerProductId: null, isActive: true, ...readTerms(options) }
        const plan = await createPlan(app, { ...terms, ...own, name })
        return { data: plan, text: `The plan ${plan.name} is on offer.` }
      }),
    )

  const update = plans
    .command('update')
    .argument('<plan>', planArgument)
    .description('Change a plan, for the accounts on it too: limits at once, the price with the next invoice.')
    .option('--name <name>', 'another name')
  addTermOptions(update)
    .addHelpText('after', examples('plans update Pro --price 15', 'plans update Pro --provider-product price_1A2b3C'))
    .action((plan: string, options: TermOptions) => {
      const changes = readTerms(options)
      if (Object.keys(changes).length === 0) update.error('error: give at least one option')
      return perform(async (app) => {
        const updated = await updatePlan(app, plan, changes)
        return { data: updated, text: `The plan ${updated.name} is changed.` }
      })
    })

  const moves = [
    ['offer', true, 'Put a plan on offer.', 'is on offer'],
    ['withdraw', false, 'Take a plan off offer. Accounts that are on it keep it.', 'is not on offer any more'],
  ] as const
  for (const [name, isActive, description, result] of moves) {
    plans
      .command(name)
      .argument('<plan>', planArgument)
      .description(description)
      .action((plan: string) =>
        perform(async (app) => {
          const updated = await updatePlan(app, plan, { isActive })
          return { data: updated, text: `The plan ${updated.name} ${result}.` }
        }),
      )
  }
}

/** The parsed options of `addTermOptions`; limits have their options' names in camelCase. */
interface TermOptions extends Record<string, unknown> {
  name?: string
  type?: PlanType
  price?: number | null
  namespaceChange?: boolean
  providerProduct?: string
}

function addTermOptions(command: Command): Command {
  command
    .addOption(new Option('--type <type>', 'what kind of plan it is').choices(planTypes))
    .option(
      '--price <usd>',
      'USD a month, 0 for a free plan; "agreed" where it is agreed with each customer',
      parsePrice,
    )
  for (const [, { option, what }] of listedLimits)
    command.option(`--${option} <number>`, `${what}; "unlimited" for any`, parseLimit)
  return command
    .option('--namespace-change', 'accounts may change their namespace')
    .option('--no-namespace-change', 'accounts may not change their namespace')
    .option('--provider-product <id>', 'its price or product at the payment provider; "" for none')
}

/** Returns only the terms that were given. */
function readTerms(options: TermOptions): Partial<PlanTerms> {
  const { name, type, price, namespaceChange, providerProduct } = options
  const terms: Partial<PlanTerms> = {}
  if (name !== undefined) terms.name = name
  if (type !== undefined) terms.type = type
  if (price !== undefined) terms.priceMonthly = price
  if (namespaceChange !== undefined) terms.allowsNamespaceChange = namespaceChange
  if (providerProduct !== undefined) terms.providerProductId = providerProduct || null
  for (const [field, { option }] of listedLimits) {
    const limit = options[option.replaceAll(/-(.)/g, (_match, letter: string) => letter.toUpperCase())]
    if (typeof limit === 'number') terms[field] = limit
  }
  return terms
}

function parsePrice(text: string): number | null {
  if (text === 'agreed') return null
  if (!/^\d+(\.\d\d?)?$/.test(text))
    throw new InvalidArgumentError('Give an amount of USD such as 12 or 12.50, or "agreed".')
  return Number(text)
}

function parseLimit(text: string): number {
  if (text === 'unlimited') return unlimited
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number, or "unlimited".')
  return Number(text)
}

function showLimit(limit: number): string {
  return limit === unlimited ? '∞' : String(limit)
}

function showPrice({ priceMonthly }: Plan): string {
  return priceMonthly === null ? 'agreed' : priceMonthly.toFixed(2)
}

function describePlan(plan: Plan) {
  return answerFacts(plan, [
    ['id', plan.id],
    ['name', plan.name],
    ['type', plan.type],
    ['USD a month', showPrice(plan)],
    ['on offer', plan.isActive ? 'yes' : 'no'],
    ...listedLimits.map(([field, { what }]) => [what, showLimit(plan[field])] as const),
    ['namespace change', plan.allowsNamespaceChange ? 'yes' : 'no'],
    ['provider product', plan.providerProductId],
  ])
}
