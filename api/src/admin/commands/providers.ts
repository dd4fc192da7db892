import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import {
  addProvider,
  changeProvider,
  type KnownProvider,
  listKnownProviders,
  removeProvider,
} from '../../features/sign-in-providers/operator.ts'
import type { SignInProviderKind } from '../../generated/schema.ts'
import { badInput } from '../../ground/errors.ts'
import { examples } from '../arguments.ts'
import type { Caller, Perform } from '../outcome.ts'
import { answerTable, renderFacts } from '../text.ts'

const providerArgument = 'the name of a provider, as `providers list` shows it'

const kinds = { oidc: 'OIDC', github: 'GITHUB' } as const satisfies Record<string, SignInProviderKind>

interface ProviderOptions {
  label?: string
  issuer?: string
  clientId?: string
  secretFile?: string
  allow?: string[]
  allowAll?: boolean
  newUsers?: boolean
}

/** Adds the commands for the providers by which people can sign in. */
export function addProviderCommands(program: Command, perform: Perform, caller: Caller): void {
  const providers = program
    .command('providers')
    .description('Sign-in with OpenID Connect or GitHub: list, add, change or remove providers.')

  providers
    .command('list')
    .description('List the providers, with the redirect URI of each.')
    .action(() =>
      perform(async (app) =>
        answerTable(
          await listKnownProviders(app),
          [
            ['name', ({ id }) => id],
            ['label', ({ label }) => label],
            ['kind', ({ kind }) => kind],
            ['issuer', ({ issuer }) => issuer],
            ['people of', showDomains],
            ['new users', ({ createsUsers }) => (createsUsers ? 'yes' : 'no')],
            ['redirect URI', ({ redirectUri }) => redirectUri],
          ],
          'No providers. `providers add` adds one.',
        ),
      ),
    )

  const add = providers
    .command('add')
    .argument('<name>', 'a short name for addresses, such as example')
    .description('Add a provider. It is first asked what it can do, so that a wrong address is found now.')
    .addOption(new Option('--kind <kind>', 'how it identifies people').choices(Object.keys(kinds)).default('oidc'))
    .option('--issuer <url>', 'its issuer, or the address of a GitHub Enterprise Server; not needed for GitHub itself')
    .requiredOption('--label <text>', 'what buttons call it')
    .requiredOption('--client-id <id>', 'the client id that it gave this installation')
  addTermOptions(add)
    .addHelpText(
      'after',
      examples(
        'providers add example --issuer https://login.example.com --label Example --client-id culvert --secret-file example.secret',
        'providers add github --kind github --label GitHub --client-id Iv1.0123456789abcdef --secret-file github.secret',
      ),
    )
    .action((id: string, options: ProviderOptions & { kind: keyof typeof kinds; label: string; clientId: string }) =>
      perform(async (app) => {
        const provider = await addProvider(app, {
          id,
          kind: kinds[options.kind],
          issuer: options.issuer,
          label: options.label,
          clientId: options.clientId,
          clientSecret: readSecret(caller, options.secretFile) ?? null,
          allowedDomains: options.allow ?? [],
          createsUsers: options.newUsers ?? true,
        })
        return describe(provider)
      }),
    )

  const change = providers
    .command('change')
    .argument('<name>', providerArgument)
    .description('Change a provider. Its issuer stays: for another one, add another provider.')
    .option('--label <text>', 'what buttons call it')
    .option('--client-id <id>', 'the client id that it gave this installation')
    .option('--allow-all', 'let in people of every domain again')
  addTermOptions(change)
    .addHelpText(
      'after',
      examples('providers change example --secret-file example.secret', 'providers change github --no-new-users'),
    )
    .action((id: string, { label, clientId, secretFile, allow, allowAll, newUsers }: ProviderOptions) => {
      const clientSecret = readSecret(caller, secretFile)
      const changes = {
        ...(label !== undefined && { label }),
        ...(clientId !== undefined && { clientId }),
        ...(clientSecret !== undefined && { clientSecret }),
        ...(allow !== undefined && { allowedDomains: allow }),
        ...(allowAll === true && { allowedDomains: [] }),
        ...(newUsers !== undefined && { createsUsers: newUsers }),
      }
      if (Object.keys(changes).length === 0) change.error('error: give at least one option')
      return perform(async (app) => describe(await changeProvider(app, id, changes)))
    })

  providers
    .command('remove')
    .argument('<name>', providerArgument)
    .description(
      'Remove a provider. People who signed in only with it can use "Forgot password", with the address that they have here.',
    )
    .addHelpText('after', examples('providers remove example'))
    .action((id: string) =>
      perform(async (app) => {
        const removed = await removeProvider(app, id)
        return { data: removed, text: `Nobody signs in with ${removed.label} any more.` }
      }),
    )
}

function addTermOptions(command: Command): Command {
  return command
    .option('--secret-file <file>', 'a file with the client secret that it gave this installation')
    .option('--allow <domain...>', 'let in only people whose verified address is of one of these domains')
    .option('--new-users', 'let people sign up with it (default)')
    .option('--no-new-users', 'let in only people who have linked it')
}

/** A secret on the command line would stay in the history of the shell. */
function readSecret({ folder }: Caller, file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    const secret = readFileSync(resolve(folder, file), 'utf8').trim()
    if (secret !== '') return secret
  } catch {
    throw badInput('secretFile', `The file ${file} cannot be read.`)
  }
  throw badInput('secretFile', `The file ${file} is empty.`)
}

function showDomains({ allowedDomains }: KnownProvider): string {
  return allowedDomains.length === 0 ? 'every domain' : allowedDomains.join(', ')
}

function describe(provider: KnownProvider) {
  const { id, label, kind, issuer, clientId, hasSecret, createsUsers, redirectUri } = provider
  const text = renderFacts([
    ['name', id],
    ['label', label],
    ['kind', kind],
    ['issuer', issuer],
    ['client id', clientId],
    ['client secret', hasSecret ? 'sealed in the database' : 'none'],
    ['people of', showDomains(provider)],
    ['new users', createsUsers ? 'yes' : 'no'],
    ['redirect URI', redirectUri],
  ])
  return { data: provider, text: `${text}\nRegister this redirect URI at ${label}: ${redirectUri}` }
}
