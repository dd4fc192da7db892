import { Argument, type Command, Option } from 'commander'
import { setPlanChanges } from '../../features/plans/operator.ts'
import {
  addOfferedDomain,
  clearAlert,
  getSiteSettings,
  removeOfferedDomain,
  setAlert,
  setBrandName,
  setContact,
  setDefaultDomain,
} from '../../features/site/operator.ts'
import { isShown, type SiteConfig, type SitewideAlert } from '../../features/site/rules.ts'
import type { PlanChangeMode, SitewideAlertType } from '../../generated/schema.ts'
import { examples, parseInstant } from '../arguments.ts'
import type { Perform } from '../outcome.ts'
import { answerFacts, formatInstant } from '../text.ts'

const alertTypes: SitewideAlertType[] = ['info', 'warning', 'error', 'success']

const planChangeModes: PlanChangeMode[] = ['coming_soon', 'manual', 'provider']

interface AlertOptions {
  title?: string
  type: SitewideAlertType
  from?: Date
  until?: Date
  page?: string[]
  dismissible: boolean
}

interface ContactOptions {
  email?: string
  phone?: string
  address?: string
  chat?: string
}

/** Adds the commands for the site's settings: the alert, the domains, how to reach the operator, and switches. */
export function addSiteCommands(program: Command, perform: Perform): void {
  const site = program
    .command('site')
    .description('What everyone sees: alert, offered domains, contact details, switches.')

  site
    .command('show')
    .description('Show the settings.')
    .action(() => perform(async (app) => describeSite(await getSiteSettings(app), app.clock.now())))

  site
    .command('brand')
    .argument('<name>', "the product's name in the dashboard and in mails")
    .description('Name the product.')
    .addHelpText('after', examples('site brand "Acme Tunnels"'))
    .action((name: string) =>
      perform(async (app) => say(await setBrandName(app, name), `The product is called ${name}.`)),
    )

  addAlertCommands(site, perform)
  addDomainCommands(site, perform)
  addContactCommands(site, perform)

  site
    .command('switch')
    .description('Switch a feature.')
    .command('plan-changes')
    .addArgument(new Argument('<mode>', 'how accounts change their plan').choices(planChangeModes))
    .description('Decide how accounts change their plan.')
    .addHelpText(
      'after',
      `
Modes:
  coming_soon  not yet: whoever asks is told so
  manual       at once, against invoices that are marked as paid by hand
  provider     by a subscription at the payment provider
${examples('site switch plan-changes manual')}`,
    )
    .action((mode: PlanChangeMode) =>
      perform(async (app) => say(await setPlanChanges(app, mode), `plan-changes is ${mode}.`)),
    )
}

function addAlertCommands(site: Command, perform: Perform): void {
  const alert = site.command('alert').description('The banner above every page.')
  alert
    .command('set')
    .argument('<message>', 'the text to show')
    .description('Show an alert, in place of the previous one.')
    .option('--title <text>', 'a few words in bold')
    .addOption(new Option('--type <type>', 'how urgent it is').choices(alertTypes).default('info'))
    .option('--from <instant>', 'when it begins; at once when left out', parseInstant)
    .option('--until <instant>', 'when it ends; when it is cleared when left out', parseInstant)
    .option('--page <path...>', 'show it on these pages only, for example / /pricing')
    .option('--no-dismissible', 'readers cannot close it')
    .addHelpText(
      'after',
      examples(
        'site alert set "The edge in Paris is slow, we are on it" --type error --no-dismissible',
        'site alert set "Back at 09:00 UTC" --title Maintenance --from 2026-12-01T08:00Z --until 2026-12-01T09:00Z',
        'site alert set "New prices from January" --page / /pricing',
      ),
    )
    .action((message: string, { title = '', type, from, until, page, dismissible }: AlertOptions) =>
      perform(async (app) => {
        const settings = await setAlert(app, {
          message,
          title: title || null,
          type,
          startDate: from ?? null,
          endDate: until ?? null,
          showOnPages: page ?? ['all'],
          dismissible,
        })
        return say(settings, from ? `The alert shows from ${formatInstant(from)} UTC on.` : 'The alert shows.')
      }),
    )
  alert
    .command('clear')
    .description('Take the alert down.')
    .action(() => perform(async (app) => say(await clearAlert(app), 'No alert shows.')))
}

function addDomainCommands(site: Command, perform: Perform): void {
  const domains = site.command('domains').description('The domains on which gateways are offered.')
  domains
    .command('add')
    .argument('<domain>', 'for example tunnels.example.com')
    .description('Offer gateways on one more domain. Its names (*.domain) must lead to the edge.')
    .addHelpText('after', examples('site domains add tunnels.example.com'))
    .action((domain: string) =>
      perform(async (app) => say(await addOfferedDomain(app, domain), `Gateways are offered on ${domain}.`)),
    )
  domains
    .command('remove')
    .argument('<domain>', 'an offered domain, not the default')
    .description('Offer no new gateways on a domain. Those that exist stay and work.')
    .addHelpText('after', examples('site domains remove tunnels.example.com'))
    .action((domain: string) =>
      perform(async (app) => say(await removeOfferedDomain(app, domain), `No new gateways are offered on ${domain}.`)),
    )
  domains
    .command('default')
    .argument('<domain>', 'an offered domain')
    .description('Make a domain the one that forms preselect and random hostnames use.')
    .addHelpText('after', examples('site domains default tunnels.example.com'))
    .action((domain: string) =>
      perform(async (app) => say(await setDefaultDomain(app, domain), `${domain} is the default.`)),
    )
}

function addContactCommands(site: Command, perform: Perform): void {
  const set = site
    .command('contact')
    .description('How to reach the operator.')
    .command('set')
    .description('Change contact details. Those left out stay, and an empty text ("") removes one.')
    .option('--email <address>', 'where messages and answers to mails go')
    .option('--phone <number>', 'a phone number')
    .option('--address <text>', 'a postal address')
    .option('--chat <url>', 'the https address of a chat community')
    .addHelpText('after', examples('site contact set --email help@example.com --chat https://chat.example.com'))
  set.action(({ chat: chatUrl, ...rest }: ContactOptions) => {
    const changes = { ...rest, ...(chatUrl === undefined ? {} : { chatUrl }) }
    if (Object.keys(changes).filter((name) => name !== 'json').length === 0)
      set.error('error: give at least one of --email, --phone, --address, --chat')
    return perform(async (app) => say(await setContact(app, changes), 'The contact details are changed.'))
  })
}

function say(settings: SiteConfig, text: string) {
  return { data: settings, text }
}

function describeSite(settings: SiteConfig, now: Date) {
  const { brandName, availableSubpointDomains, planChanges, sitewideAlert, contact } = settings
  return answerFacts(settings, [
    ['Brand', brandName],
    [
      'Offered domains',
      availableSubpointDomains.map(({ domain, isDefault }) => `${domain}${isDefault ? ' (default)' : ''}`).join('\n'),
    ],
    ['Contact e-mail', contact.email],
    ['Contact phone', contact.phone],
    ['Contact address', contact.address],
    ['Chat', contact.chatUrl],
    ['plan-changes', planChanges],
    ['Alert', sitewideAlert ? describeAlert(sitewideAlert, now) : null],
  ])
}

function describeAlert(alert: SitewideAlert, now: Date): string {
  const { title, message, type, startDate, endDate, showOnPages, dismissible } = alert
  return [
    `${isShown(alert, now) ? 'shows' : 'does not show'} (${type}${dismissible ? '' : ', not dismissible'})`,
    ...(title === null ? [] : [title]),
    message,
    `On ${showOnPages.join(', ')}`,
    ...(startDate ? [`From ${formatInstant(startDate)} UTC`] : []),
    ...(endDate ? [`Until ${formatInstant(endDate)} UTC`] : []),
  ].join('\n')
}
