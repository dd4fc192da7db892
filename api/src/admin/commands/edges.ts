import type { Command } from 'commander'
import { listEdges, setDrained } from '../../features/edges/operator.ts'
import { examples } from '../arguments.ts'
import type { Perform } from '../outcome.ts'
import { answerTable, formatInstant } from '../text.ts'

/** Adds the commands for the edges, and for which of them take agents. */
export function addEdgeCommands(program: Command, perform: Perform): void {
  const edges = program.command('edges').description('The edges, which take the public traffic.')

  edges
    .command('list')
    .description(
      'List the edges that reported within the last day. Each start of an edge has its own id, and so does each process.',
    )
    .action(() =>
      perform(async (app) =>
        answerTable(
          await listEdges(app),
          [
            ['id', ({ id }) => id],
            ['name', ({ name }) => name],
            ['region', ({ region }) => region],
            ['address for agents', ({ agentUrl }) => agentUrl],
            ['for other edges', ({ siblingUrl }) => siblingUrl],
            ['tunnels', ({ tunnelCount }) => tunnelCount],
            ['capacity', ({ capacity }) => capacity],
            ['version', ({ version }) => version],
            ['state', ({ state }) => state],
            ['last report (UTC)', ({ lastSeenAt }) => formatInstant(lastSeenAt)],
          ],
          'No edge has reported.',
        ),
      ),
    )

  edges
    .command('drain')
    .argument('<edge>', 'its name or id, as `edges list` shows it')
    .description(
      'Move the agents of an edge to others, and send it no new ones, until it is undrained or started again.',
    )
    .addHelpText(
      'after',
      `
The edge learns of it within seconds. It goes on serving what is open, and what comes for agents that find no other edge. While no other edge takes
agents, it takes them as before.${examples('edges list', 'edges drain edge-1')}`,
    )
    .action((edge: string) =>
      perform(async (app) => {
        const drained = await setDrained(app, edge, true)
        const text = 'Its agents are told to move to other edges. `edges list` shows how many are left.'
        return { data: drained.map(({ id }) => ({ id, drained: true })), text }
      }),
    )

  edges
    .command('undrain')
    .argument('<edge>', 'its name or id, as `edges list` shows it')
    .description('Send agents to an edge again.')
    .addHelpText('after', examples('edges undrain edge-1'))
    .action((edge: string) =>
      perform(async (app) => {
        const undrained = await setDrained(app, edge, false)
        return { data: undrained.map(({ id }) => ({ id, drained: false })), text: 'It takes agents again.' }
      }),
    )
}
