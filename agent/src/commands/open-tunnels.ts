import { isDeepStrictEqual } from 'node:util'
import type { CommandValues } from '../config/command-settings.ts'
import { openCredentials } from '../sign-in/open-credentials.ts'
import type { Credentials } from '../config/credentials.ts'
import { planTunnel } from '../config/tunnel-configuration.ts'
import type { TunnelPlan } from '../config/tunnel-configuration.ts'
import type { TunnelValues } from '../config/tunnel-settings.ts'
import { exitCodes, Failure } from '../failure.ts'
import { describeFileFault } from '../file-fault.ts'
import type { ExitCode } from '../failure.ts'
import type { OutputOptions } from '../output/create-output.ts'
import type { InspectionOptions } from './inspection-options.ts'
import { TunnelRun } from './run-tunnels.ts'
import { explainUnreachable } from './explain-unreachable.ts'
import { serveFolder } from './serve-folder.ts'
import type { ServedFolder } from './serve-folder.ts'

/** A tunnel as requested; the name is undefined if there is only one. */
export interface WantedTunnel {
  name: string | undefined
  /** The app, as on the command line: `3000`, `http://host:port` or a folder. */
  app: string
  values: TunnelValues
}

/** A tunnel that can be opened. */
interface PlannedTunnel {
  name: string | undefined
  plan: TunnelPlan
}

/** Calls back whenever other tunnels are wanted; `refuse` reports why they cannot be opened. Returns a function that stops it. */
export type FollowWanted = (
  change: (wanted: readonly WantedTunnel[]) => void,
  refuse: (why: string) => void,
) => () => void

/**
 * Opens the requested tunnels, and keeps them open until they end. `follow` may ask for others meanwhile; unchanged tunnels stay open. Returns the exit
 * code. Throws a Failure that names every mistake.
 */
export async function openTunnels(
  wanted: readonly WantedTunnel[],
  command: CommandValues,
  outputOptions: OutputOptions,
  inspection: InspectionOptions,
  follow?: FollowWanted,
): Promise<ExitCode> {
  const tunnels = new WantedTunnels()
  const prepared = await tunnels.prepare(wanted)
  try {
    checkFaults(prepared.faults)
    const credentials = await openCredentials(command)
    const isNotified = command['update-check'] !== false && !outputOptions.json && process.stdout.isTTY
    const run = new TunnelRun(outputOptions, inspection, isNotified ? () => findNotice(credentials) : undefined)
    await run.listen()
    const open = (planned: readonly PlannedTunnel[]) => {
      for (const { name, plan } of planned) run.open({ name, options: { ...plan, ...credentials } })
    }
    open(prepared.tunnels)
    let changes = Promise.resolve()
    const change = (changed: readonly WantedTunnel[]) => {
      changes = changes.then(() => tunnels.replace(changed, run, open))
      run.change(() => changes)
    }
    const endFollowing = follow?.(change, (why) => run.warn(why))
    const exitCode = await run.waitForEnd(async (failed) => {
      if (failed === exitCodes.serverUnreachable && !outputOptions.json) await explainUnreachable(credentials)
    })
    endFollowing?.()
    return exitCode
  } finally {
    tunnels.close()
  }
}

/** Loaded when it is needed: most starts are not the first of the day. */
async function findNotice(source: Credentials): Promise<string | undefined> {
  return await (await import('../update/newer-version.ts')).noteNewerVersion(source)
}

/** The tunnels that are wanted now, and the folders that they serve. */
class WantedTunnels {
  readonly #folders = new Map<string | undefined, ServedFolder>()
  #wanted: readonly WantedTunnel[] = []

  /** Plans the wanted tunnels that are not open in that form. Changes nothing if there are faults. */
  async prepare(wanted: readonly WantedTunnel[]): Promise<{ tunnels: PlannedTunnel[]; faults: string[] }> {
    const faults: string[] = []
    const tunnels: PlannedTunnel[] = []
    const folders = new Map<string | undefined, ServedFolder>()
    for (const { name, app, values } of wanted.filter((each) => !this.#isOpen(each))) {
      const own: string[] = []
      const folder = await serveFolder(app).catch((error: unknown) => {
        own.push(`The app: ${app} cannot be read. ${describeFileFault(error)}`)
        return undefined
      })
      if (folder !== undefined) folders.set(name, folder)
      const plan = own.length > 0 ? undefined : planTunnel(folder?.url ?? app, values, own)
      faults.push(...own.map((fault) => (name === undefined ? fault : `${name}: ${fault}`)))
      if (plan !== undefined)
        tunnels.push({ name, plan: folder === undefined ? plan : { ...plan, folder: folder.path } })
    }
    if (faults.length > 0) {
      for (const folder of folders.values()) folder.close()
      return { tunnels: [], faults }
    }
    for (const [name, folder] of folders) {
      this.#folders.get(name)?.close()
      this.#folders.set(name, folder)
    }
    this.#wanted = wanted
    return { tunnels, faults }
  }

  /** Closes tunnels that are no longer wanted or have changed, and opens the new ones. */
  async replace(
    wanted: readonly WantedTunnel[],
    run: TunnelRun,
    open: (planned: readonly PlannedTunnel[]) => void,
  ): Promise<void> {
    const former = this.#wanted
    const kept = wanted.filter((each) => this.#isOpen(each)).map(({ name }) => name)
    const { tunnels, faults } = await this.prepare(wanted)
    if (faults.length > 0) return run.warn(faults.join(' '))
    const ending = former.filter(({ name }) => !kept.includes(name))
    // Closed first, so that their hostnames are free.
    await Promise.all(ending.map(({ name }) => run.close(name)))
    for (const { name = '' } of ending.filter((each) => !wanted.some((other) => other.name === each.name))) {
      run.note(`The tunnel "${name}" is closed: the configuration no longer has it.`)
    }
    open(tunnels)
  }

  close(): void {
    for (const folder of this.#folders.values()) folder.close()
  }

  #isOpen(wanted: WantedTunnel): boolean {
    return this.#wanted.some((each) => isDeepStrictEqual(each, wanted))
  }
}

/** Throws a Failure that names every mistake, if there is any. */
export function checkFaults(faults: readonly string[], remedy = 'See `culvert http --help`.'): void {
  if (faults.length === 0) return
  throw new Failure(exitCodes.usage, 'The command cannot be run as it was given.', {
    why: faults.join('\n'),
    remedy,
  })
}
