import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { jumpClock } from '../clock.ts'
import type { RunningProcess } from '../processes.ts'
import type { Installation, Tunnel } from './installation.ts'
import type { Random } from './random.ts'

/** A way to disturb the installation. */
export interface FaultKind {
  name: string
  /** Whether a process ends whose resources are to be compared: there is none of these in the second half. */
  endsServer: boolean
  /** Chooses what is hit, and says through whose tunnels exchanges may fail meanwhile. */
  plan(installation: Installation, random: Random): { affects: readonly number[]; make: () => Promise<void> }
}

const nobody: readonly number[] = []
const everybody = ({ tunnels }: Installation) => [...tunnels.keys()]

/** Lists what can be done to this installation. */
export function listFaults({ databaseCable }: Installation): FaultKind[] {
  const database: FaultKind = {
    name: 'database cut off',
    endsServer: false,
    plan: (_installation, random) => ({
      affects: nobody,
      make: async () => {
        databaseCable?.cut()
        await delay(random.between(500, 4_000))
        databaseCable?.mend()
      },
    }),
  }
  return databaseCable === undefined ? always : [...always, database]
}

const always: FaultKind[] = [
  {
    name: 'agent killed',
    endsServer: false,
    plan: (installation, random) => {
      // The first one lives to the end.
      const index = random.between(1, installation.tunnels.length - 1)
      return {
        affects: [index],
        make: async () => {
          const tunnel = tunnelAt(installation, index)
          await tunnel.agent.kill()
          await delay(random.between(0, 3_000))
          tunnel.agent = await startAgain(installation, tunnel)
        },
      }
    },
  },
  {
    name: 'agent stopped for a while',
    endsServer: false,
    plan: (installation, random) => ({
      affects: nobody,
      make: async () => {
        const { agent } = tunnelAt(installation, random.between(0, installation.tunnels.length - 1))
        agent.signal('SIGSTOP')
        await delay(random.between(500, 8_000))
        agent.signal('SIGCONT')
      },
    }),
  },
  { name: 'edge killed', endsServer: true, plan: (installation, random) => endEdge(installation, random, 'kill') },
  { name: 'edge told to end', endsServer: true, plan: (installation, random) => endEdge(installation, random, 'stop') },
  { name: 'API killed', endsServer: true, plan: (installation, random) => endApi(installation, random, 'kill') },
  { name: 'API told to end', endsServer: true, plan: (installation, random) => endApi(installation, random, 'stop') },
  {
    name: 'connections cut',
    endsServer: false,
    plan: (installation, random) => ({
      affects: everybody(installation),
      make: async () => {
        installation.cable.cut()
        await delay(random.between(0, 4_000))
        installation.cable.mend()
      },
    }),
  },
  {
    name: 'connections silent',
    endsServer: false,
    plan: (installation) => ({
      affects: everybody(installation),
      make: async () => installation.cable.silence(),
    }),
  },
  {
    name: 'app killed',
    endsServer: false,
    plan: (installation, random) => {
      const app = installation.apps[random.between(0, installation.apps.length - 1)]
      return {
        affects: app?.agents ?? [],
        make: async () => {
          if (app === undefined) return
          await app.program.kill()
          await delay(random.between(0, 3_000))
          app.program = await installation.startApp(app.port)
        },
      }
    },
  },
  {
    name: "edge's clock set",
    endsServer: false,
    plan: ({ edge }, random) => setClock(edge, random),
  },
  {
    name: "API's clock set",
    endsServer: false,
    plan: ({ api }, random) => setClock(api, random),
  },
  {
    name: 'port scanned',
    endsServer: false,
    plan: ({ site, securePort }, random) => ({
      affects: nobody,
      make: async () => {
        const ports = [site.edgePort, securePort]
        const sockets = Array.from({ length: 200 }, (_, index) => connect(ports[index % 2] ?? 0, '127.0.0.1'))
        await Promise.all(sockets.map((socket) => once(socket, 'connect')))
        for (const socket of sockets) {
          if (random.next() < 0.5) socket.resetAndDestroy()
          else socket.destroy()
        }
      },
    }),
  },
]

/** An hour ahead, and back after a while. */
function setClock(program: RunningProcess, random: Random) {
  return {
    affects: nobody,
    make: async () => {
      await jumpClock(program)
      await delay(random.between(0, 15_000))
      await jumpClock(program)
    },
  }
}

function endEdge(installation: Installation, random: Random, how: 'kill' | 'stop') {
  return {
    affects: everybody(installation),
    make: async () => {
      await end(installation.edge, how)
      await delay(random.between(0, 3_000))
      await installation.startEdge()
    },
  }
}

function endApi(installation: Installation, random: Random, how: 'kill' | 'stop') {
  return {
    affects: nobody,
    make: async () => {
      await end(installation.api, how)
      await delay(random.between(0, 5_000))
      await installation.startApi()
    },
  }
}

/** An edge that is told to end gives exchanges that run 30 s. */
const drainMs = 45_000

async function end(program: RunningProcess, how: 'kill' | 'stop'): Promise<void> {
  if (how === 'kill') {
    await program.kill()
    return
  }
  program.signal('SIGTERM')
  const { code, signal } = await program.waitForExit(drainMs)
  if (code !== 0) throw new Error(`A program that was told to end ended with ${signal ?? code}\n${program.stderr}`)
}

/** A gateway is free again within 2 s of its agent's death. */
async function startAgain(installation: Installation, tunnel: Tunnel): Promise<RunningProcess> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await installation.startAgent(tunnel)
    } catch (error) {
      if (tries === 5) throw error
      await delay(1_000)
    }
  }
}

function tunnelAt({ tunnels }: Installation, index: number): Tunnel {
  const tunnel = tunnels[index]
  if (tunnel === undefined) throw new Error(`There is no tunnel ${index}`)
  return tunnel
}
