import type { Command } from 'commander'
import { setUpOwner } from '../../features/sign-up/operator.ts'
import { examples } from '../arguments.ts'
import type { Perform } from '../outcome.ts'
import { formatInstant } from '../text.ts'

/** Adds the command that creates the first owner of an installation, without a browser. */
export function addSetupCommand(program: Command, perform: Perform): void {
  program
    .command('setup')
    .requiredOption('--owner <email>', "the owner's e-mail address")
    .option('--name <full-name>', 'first and last name; without it, both are made from the address')
    .description('Create a user with an account of their own, and print a link with which they choose their password.')
    .addHelpText(
      'after',
      `${examples('setup --owner ada@example.com', 'setup --owner ada@example.com --name "Ada Lovelace"')}

The link works once, for 60 minutes; whoever has it gets the account. Opening it proves the address. No mail is sent:
\`users send-reset\` mails another link.`,
    )
    .action(({ owner, name }: { owner: string; name?: string }) =>
      perform(async (app) => {
        const made = await setUpOwner(app, { email: owner, ...(name !== undefined && { name }) })
        const until = formatInstant(made.expiresAt)
        const text = `${made.email} owns the account @${made.namespace}. This link sets the password, once, until ${until} UTC:\n${made.url}`
        return { data: made, text }
      }),
    )
}
