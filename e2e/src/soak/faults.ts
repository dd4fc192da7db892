import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { jumpClock } from '../clock.ts'
import type { RunningProcess } from '../processes.ts'
import type { Installation, SoakEdge, Tunnel } from './installation.ts'
import type { FaultScope } from './ledger.ts'
import type { Random } from './random.ts'

/** An action, and whose exchanges may fail meanwhile. */
interface FaultPlan {
  scope: FaultScope
  /** The edge that ends abruptly, whose last counts may be lost. */
  killedEdge?: number
  inject: () => Promise<void>
}

/** A way to disturb the installation. */
export interface FaultKind {
  name: string
  /** Chooses the target. With `sparesFirst`, the first edge and the first API survive; undefined if there is no other. */
  plan(installation: Installation, random: Random, sparesFirst: boolean): FaultPlan | undefined
}

const noAgents: FaultScope = { agents: [] }

/** Lists the possible faults for this installation. */
export function listFaults({ databaseCable, shared }: Installation): FaultKind[] {
  if (shared !== undefined) return [...commonFaults, ...clusterFaults]
  return [...commonFaults, ...singleServerFaults, ...(databaseCable === undefined ? [] : [databaseCut])]
}

const commonFaults: FaultKind[] = [
  {
    name: 'agent killed',
    plan: (installation, random) => {
      // The first one survives to the end.
      const index = random.between(1, installation.tunnels.length - 1)
      return {
        scope: { agents: [index] },
        inject: async () => {
          const tunnel = at(installation.tunnels, index)
          await tunnel.agent.kill()
          await delay(random.between(0, 3_000))
          tunnel.agent = await restartAgent(installation, tunnel)
        },
      }
    },
  },
  {
    name: 'agent stopped for a while',
    plan: (installation, random) => ({
      scope: noAgents,
      inject: async () => {
        const { agent } = at(installation.tunnels, random.between(0, installation.tunnels.length - 1))
        await stopForAWhile(agent, random)
      },
    }),
  },
  { name: 'edge killed', plan: (...given) => endEdge(...given, 'kill') },
  { name: 'edge told to end', plan: (...given) => endEdge(...given, 'stop') },
  { name: 'API killed', plan: (...given) => endApi(...given, 'kill') },
  { name: 'API told to end', plan: (...given) => endApi(...given, 'stop') },
  {
    name: 'connections of agents cut',
    plan: (installation, random) => {
      const { agentCable } = at(installation.edges, random.between(0, installation.edges.length - 1))
      return {
        scope: elsewhereFor(installation),
        inject: async () => {
          agentCable.cut()
          await delay(random.between(0, 4_000))
          agentCable.restore()
        },
      }
    },
  },
  {
    name: 'connections of agents silent',
    plan: (installation, random) => {
      const { agentCable } = at(installation.edges, random.between(0, installation.edges.length - 1))
      return { scope: { agents: [...installation.tunnels.keys()] }, inject: async () => agentCable.silence() }
    },
  },
  {
    name: 'app killed',
    plan: (installation, random) => {
      const app = at(installation.apps, random.between(0, installation.apps.length - 1))
      return {
        scope: { agents: app.agents },
        inject: async () => {
          await app.program.kill()
          await delay(random.between(0, 3_000))
          app.program = await installation.startApp(app.port)
        },
      }
    },
  },
  {
    name: 'port scanned',
    plan: ({ edges }, random) => ({
      scope: noAgents,
      inject: async () => {
        const ports = edges.flatMap(({ site, securePort }) => [site.edgePort, securePort])
        const sockets = Array.from({ length: 200 }, (_, index) =>
          connect(ports[index % ports.length] ?? 0, '127.0.0.1'),
        )
        await Promise.all(sockets.map((socket) => once(socket, 'connect')))
        for (const socket of sockets) {
          if (random.next() < 0.5) socket.resetAndDestroy()
          else socket.destroy()
        }
      },
    }),
  },
]

const singleServerFaults: FaultKind[] = [
  { name: "edge's clock set", plan: ({ edges }, random) => setClock(at(edges, 0).program, random) },
  { name: "API's clock set", plan: ({ apis }, random) => setClock(at(apis, 0).api, random) },
]

const databaseCut: FaultKind = {
  name: 'database cut off',
  plan: ({ databaseCable }, random) => ({
    scope: noAgents,
    inject: async () => {
      databaseCable?.cut()
      await delay(random.between(500, 4_000))
      databaseCable?.restore()
    },
  }),
}

// Clocks of several machines that differ by more than seconds are not among them: tickets between edges are valid for 30.
const clusterFaults: FaultKind[] = [
  {
    name: 'edge stopped for a while',
    plan: (installation, random) => {
      const index = random.between(0, installation.edges.length - 1)
      const { program } = at(installation.edges, index)
      return { scope: elsewhereFor(installation, index), inject: () => stopForAWhile(program, random) }
    },
  },
  {
    name: 'edge split from the others',
    plan: (installation, random) => {
      const { siblingCable } = at(installation.edges, random.between(0, installation.edges.length - 1))
      return {
        scope: elsewhereFor(installation),
        inject: async () => {
          siblingCable.split()
          await delay(random.between(500, 15_000))
          siblingCable.restore()
        },
      }
    },
  },
  {
    name: 'Redis away',
    plan: ({ shared }, random) => ({
      scope: noAgents,
      inject: async () => {
        await shared?.redis.kill()
        await delay(random.between(0, 30_000))
        await shared?.redis.start()
      },
    }),
  },
  {
    name: 'PostgreSQL crashed',
    plan: ({ shared }, random) => ({
      scope: { agents: [], mayLogErrors: true },
      inject: async () => {
        await shared?.postgres.crash()
        await delay(random.between(0, 5_000))
        await shared?.postgres.start()
      },
    }),
  },
]

/** How long other edges may believe in one that is away, and send it requests; milliseconds. A dead session is detected 4 s after its last byte. */
const detectionMs = 6_000

/** Returns everyone's exchanges if there is one edge. With several, exchanges that begin elsewhere once the fault is noticed must be served. */
function elsewhereFor({ tunnels, edges }: Installation, edge?: number): FaultScope {
  const agents = [...tunnels.keys()]
  return edges.length === 1 ? { agents } : { agents, edge, detectionMs }
}

async function stopForAWhile(program: RunningProcess, random: Random): Promise<void> {
  program.signal('SIGSTOP')
  await delay(random.between(500, 8_000))
  program.signal('SIGCONT')
}

/** Moves a clock an hour ahead, and back after a while. */
function setClock(program: RunningProcess, random: Random): FaultPlan {
  return {
    scope: noAgents,
    inject: async () => {
      await jumpClock(program)
      await delay(random.between(0, 15_000))
      await jumpClock(program)
    },
  }
}

function endEdge(
  installation: Installation,
  random: Random,
  sparesFirst: boolean,
  how: 'kill' | 'stop',
): FaultPlan | undefined {
  const index = chooseEnding(installation.edges, random, sparesFirst)
  if (index === undefined) return undefined
  const edge: SoakEdge = at(installation.edges, index)
  return {
    scope: elsewhereFor(installation, index),
    killedEdge: how === 'kill' ? index : undefined,
    inject: async () => {
      await end(edge.program, how)
      await delay(random.between(0, 3_000))
      await installation.startEdge(edge)
    },
  }
}

function endApi(
  installation: Installation,
  random: Random,
  sparesFirst: boolean,
  how: 'kill' | 'stop',
): FaultPlan | undefined {
  const index = chooseEnding(installation.apis, random, sparesFirst)
  if (index === undefined) return undefined
  const node = at(installation.apis, index)
  return {
    scope: noAgents,
    inject: async () => {
      await end(node.api, how)
      await delay(random.between(0, 5_000))
      await installation.startApi(node)
    },
  }
}

/** Returns the index of one that may end; undefined if none may. */
function chooseEnding(programs: readonly unknown[], random: Random, sparesFirst: boolean): number | undefined {
  const first = sparesFirst ? 1 : 0
  return first < programs.length ? random.between(first, programs.length - 1) : undefined
}

/** An edge that is told to end gives running exchanges 30 s, after a period in which its agents move. */
const drainMs = 60_000

async function end(program: RunningProcess, how: 'kill' | 'stop'): Promise<void> {
  if (how === 'kill') {
    await program.kill()
    return
  }
  program.signal('SIGTERM')
  const { code, signal } = await program.waitForExit(drainMs)
  if (code !== 0) throw new Error(`A program that was told to end ended with ${signal ?? code}\n${program.stderr}`)
}

/** How long an edge takes to detect a connection that has fallen silent, including the time for reports (PROTOCOL.md, Heartbeat). */
const missedMs = 22_000

/** A gateway is free again within 2 s of its agent's death; behind a silent connection, once the edge has detected that. */
async function restartAgent(installation: Installation, tunnel: Tunnel): Promise<RunningProcess> {
  const silencedMs = Math.max(...installation.edges.map(({ agentCable }) => agentCable.silencedMs))
  const untilMs = Math.max(performance.now() + 5_000, silencedMs + missedMs)
  for (;;) {
    try {
      return await installation.startAgent(tunnel)
    } catch (error) {
      if (performance.now() > untilMs) throw error
      await delay(1_000)
    }
  }
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no ${index} of ${items.length}.`)
  return item
}
