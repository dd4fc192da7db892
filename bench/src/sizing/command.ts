import { openEdgeDirectory } from '@culvert/api/edge-directory'
import { parseCount, readOptions } from '../options.ts'
import { Scope } from '../scope.ts'
import { renderTable } from '../table.ts'
import { type Outcome, regionOf, Simulation } from './simulation.ts'

const usage = `npm run bench -- sizing [options]

How agents spread over edges, by the API's own choice among them (on an embedded database), simulated: they start, an edge is killed and
comes back, all edges of a region are killed and come back, and each edge is drained and started again in turn. After
each, edges that are fuller than others of their region let go of agents, and agents return to their region. No
connection is made.

  --tunnels N    agents that there are (100000)
  --edges N      edges (12)
  --regions N    regions, over which agents and edges are spread evenly; at most 10 (3)
  --capacity N   EDGE_CAPACITY of each edge (20000)
  --sessions N   edges at which an agent is connected (2)
  --tickets N    tickets that all APIs together give in a second (1000)
  --agents N     agents that are simulated, each for its share of the tunnels (6000)
  --seconds N    the time in which they start (60)`

/** Runs the simulation. Resolves to true. */
export async function runSizingBench(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  const values = readOptions(args, {
    tunnels: { type: 'string', default: '100000' },
    edges: { type: 'string', default: '12' },
    regions: { type: 'string', default: '3' },
    capacity: { type: 'string', default: '20000' },
    sessions: { type: 'string', default: '2' },
    tickets: { type: 'string', default: '1000' },
    agents: { type: 'string', default: '6000' },
    seconds: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  })
  if (values.help) {
    console.log(usage)
    return true
  }
  const tunnels = parseCount('--tunnels', values.tunnels)
  const agents = Math.min(tunnels, parseCount('--agents', values.agents))
  const scale = {
    agents,
    weight: tunnels / agents,
    edges: parseCount('--edges', values.edges),
    regions: Math.min(10, parseCount('--regions', values.regions)),
    capacity: parseCount('--capacity', values.capacity),
    sessions: parseCount('--sessions', values.sessions),
    tickets: parseCount('--tickets', values.tickets),
  }
  const scope = await Scope.open('sizing', signal)
  try {
    const directory = await openEdgeDirectory(scope.folder)
    const simulation = new Simulation(directory, scale, signal)
    const ofOneRegion = Array.from({ length: scale.edges }, (_, number) => number).filter(
      (number) => regionOf(number, scale) === regionOf(0, scale),
    )
    const outcomes = [await simulation.start(parseCount('--seconds', values.seconds))]
    outcomes.push(await simulation.kill('an edge was killed', [0]))
    outcomes.push(await simulation.restore('it came back', [0]))
    outcomes.push(await simulation.even('edges were evened out'))
    if (scale.regions > 1) {
      await simulation.rest()
      outcomes.push(await simulation.kill("a region's edges were killed", ofOneRegion))
      outcomes.push(await simulation.restore('they came back', ofOneRegion))
      outcomes.push(await simulation.even('agents returned to their region'))
      await simulation.rest()
    }
    outcomes.push(await simulation.restartEach('each edge was drained and restarted'))
    outcomes.push(await simulation.even('edges were evened out'))
    await directory.close()
    console.log(
      `${tunnels} agents at ${scale.sessions} of ${scale.edges} edges each, ${scale.regions} regions, simulated with ${agents}\n`,
    )
    console.log(renderTable(headings, outcomes.map(toRow)))
  } finally {
    await scope.close()
  }
  return true
}

const headings = [
  'after',
  'least',
  'median',
  'most',
  'most/mean',
  'opened',
  'dials/s of an edge',
  'tickets/s',
  'seconds',
  'without any',
]

function toRow({ phase, unevenness, ...figures }: Outcome): string[] {
  const { least, middle, most, opened, dialsPeak, ticketsPeak, seconds, without } = figures
  const counts = [opened, dialsPeak, ticketsPeak, seconds, without]
  return [
    phase,
    ...[least, middle, most].map((count) => String(Math.round(count))),
    unevenness.toFixed(2),
    ...counts.map((count) => String(Math.round(count))),
  ]
}
