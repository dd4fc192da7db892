import type { Credentials } from '../config/credentials.ts'
import { toTunnelOptions } from '../config/tunnel-configuration.ts'
import type { TunnelValues } from '../config/tunnel-settings.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import type { OutputOptions } from '../output/create-output.ts'
import type { InspectionOptions } from './inspection-options.ts'
import { runTunnels } from './run-tunnels.ts'
import type { NamedTunnel } from './run-tunnels.ts'
import { serveFolder } from './serve-folder.ts'

/** A tunnel as it was asked for; the name is undefined where there is only one. */
export interface WantedTunnel {
  name: string | undefined
  /** The app, as on the command line: `3000`, `http://host:port` or a folder. */
  app: string
  values: TunnelValues
}

/** Opens tunnels as they were asked for, until they end. Returns the exit code. Throws Failure that names every mistake. */
export async function openTunnels(
  wanted: readonly WantedTunnel[],
  credentials: Credentials,
  outputOptions: OutputOptions,
  inspection: InspectionOptions,
): Promise<ExitCode> {
  const faults: string[] = []
  const tunnels: NamedTunnel[] = []
  const folders: { close(): void }[] = []
  try {
    for (const { name, app, values } of wanted) {
      const folder = await serveFolder(app)
      if (folder !== undefined) folders.push(folder)
      const own: string[] = []
      const options = toTunnelOptions(folder?.url ?? app, values, credentials, own)
      faults.push(...own.map((fault) => (name === undefined ? fault : `${name}: ${fault}`)))
      if (options !== undefined) tunnels.push({ name, options })
    }
    checkFaults(faults)
    return await runTunnels(tunnels, outputOptions, inspection)
  } finally {
    for (const folder of folders) folder.close()
  }
}

/** Throws a Failure that names every mistake, if there is one. */
export function checkFaults(faults: readonly string[]): void {
  if (faults.length === 0) return
  throw new Failure(exitCodes.usage, 'The command cannot be run as it was given.', {
    why: faults.join('\n'),
    wayOut: 'See `culvert http --help`.',
  })
}
