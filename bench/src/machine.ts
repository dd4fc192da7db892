import { execFile } from 'node:child_process'
import { cpus, loadavg, release, totalmem, type } from 'node:os'

/** Where and on what a run was made. */
export interface Machine {
  cpu: string
  cores: number
  memoryGib: number
  system: string
  node: string
  /** The commit, with `+` when the checkout held changes; `unknown` outside a checkout. */
  commit: string
  /** The load average over the last minute, before the run. */
  loadBefore: number
  date: string
}

/** Reads the facts without which a figure means nothing. */
export async function readMachine(): Promise<Machine> {
  const commit = await findFirstLine('git', ['rev-parse', '--short=12', 'HEAD'])
  const changed = await findFirstLine('git', ['status', '--porcelain', '--untracked-files=no'])
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    commit: commit === undefined ? 'unknown' : `${commit}${changed ? '+' : ''}`,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    date: new Date().toISOString(),
  }
}

/** Formats the facts as one line. */
export const describeMachine = (machine: Machine): string =>
  `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGib} GiB, ${machine.system}, Node ${machine.node}, ` +
  `commit ${machine.commit}, load ${machine.loadBefore} before, ${machine.date}`

/** Returns the first line that a command prints on either output, whatever its exit code; undefined if it is not installed. */
export function findFirstLine(command: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: import.meta.dirname, timeout: 10_000 }, (error, stdout, stderr) => {
      if (error && error.code === 'ENOENT') resolve(undefined)
      else resolve(`${stdout}\n${stderr}`.trim().split('\n')[0])
    })
  })
}
