import type { Command } from 'commander'
import { listEdges } from '../../features/edges/service.ts'
import { rotateSigningKeys } from '../../platform/keys/keyring.ts'
import type { Perform } from '../outcome.ts'
import { formatInstant, renderTable } from '../text.ts'

/** What keeps the installation running: signing keys and edges. */
export function addSystemCommands(program: Command, perform: Perform): void {
  program
    .command('keys')
    .description('The keys that tokens are signed with.')
    .command('rotate')
    .description('Sign with a new key from now on.')
    .addHelpText(
      'after',
      `
Every server signs with the new key within a minute. Tokens signed with the old one stay valid until they expire, an hour at most:
nobody is signed out and no tunnel ends. To end sessions, see \`users sign-out\`.`,
    )
    .action(() =>
      perform(async (app) => {
        const kid = await rotateSigningKeys(app)
        return { data: { kid }, text: `New tokens are signed with ${kid}.` }
      }),
    )

  program
    .command('edges')
    .description('The edges, which take the public traffic.')
    .command('list')
    .description('List the edges that reported within the last day. Each start of one has an id of its own.')
    .action(() =>
      perform(async (app) => {
        const edges = await listEdges(app)
        const text = renderTable(
          edges,
          [
            ['id', ({ id }) => id],
            ['state', ({ isSilent }) => (isSilent ? 'silent' : 'reporting')],
            ['last report (UTC)', ({ lastSeenAt }) => formatInstant(lastSeenAt)],
            ['tunnels', ({ tunnelCount }) => tunnelCount],
          ],
          'No edge has reported.',
        )
        return { data: edges, text }
      }),
    )
}
