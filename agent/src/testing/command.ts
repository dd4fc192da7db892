import { execFileSync, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { deferClose } from './cleanup.ts'
import { makeFolder } from './folder.ts'

export const authToken = `pk_${'0123456789abcdef'.repeat(4)}`

/** Gives a command separate folders: it must not see the sign-ins of the person who runs the tests. */
function foldersOf({ CULVERT_CONFIG_DIR: given }: Record<string, string>): Record<string, string> {
  if (given !== undefined) return { CULVERT_STATE_DIR: join(given, 'state') }
  const folder = makeFolder()
  return { CULVERT_CONFIG_DIR: folder, CULVERT_STATE_DIR: join(folder, 'state') }
}

/** Returns the command line of the real command. */
export function commandOf(args: readonly string[]): string[] {
  const script = join(import.meta.dirname, '../../bin/culvert.js')
  return [process.execPath, '--disable-warning=ExperimentalWarning', script, ...args]
}

/** Returns an environment that contains no server and no AuthID except those given. The command runs on the Node of the tests. */
export function environmentOf(env: Record<string, string>): Record<string, string> {
  return { PATH: process.env.PATH ?? '', CULVERT_NEWEST_NODE: 'off', ...foldersOf(env), ...env }
}

/** A running `culvert` command. */
export interface Command {
  pid: number
  readonly stdout: string
  readonly stderr: string
  /** Resolves once stdout or stderr contains the text; throws if the command ends first. */
  until(text: string): Promise<void>
  /** Resolves once `condition` holds, which is checked after each output. Throws if the command ends first. */
  untilTrue(condition: () => boolean): Promise<void>
  /** Resolves with the exit code. */
  exited: Promise<number | null>
  signal(name: NodeJS.Signals): void
}

/**
 * Runs the real command, in an environment that contains no server and no AuthID except those given. `filesMax` is how many files
 * and sockets the system lets it open.
 */
export function runCommand(args: string[], env: Record<string, string> = {}, filesMax?: number): Command {
  const command = commandOf(args)
  return spawnCommand(
    filesMax === undefined ? command : ['sh', '-c', `ulimit -n ${filesMax} && exec "$@"`, 'sh', ...command],
    env,
  )
}

/** Runs the command through npx, as its user does in a checkout. */
export function runByNpx(args: string[], env: Record<string, string>): Command {
  return spawnCommand(['npx', 'culvert', ...args], env)
}

/** Runs the real command, whose output nobody reads: a pipe that is full takes no more of it. */
export function runUnread(args: string[], env: Record<string, string> = {}): Pick<Command, 'exited' | 'signal'> {
  const pipe = join(makeFolder(), 'pipe')
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', pipe])
  const stdout = openSync(pipe, 'r+')
  writeSync(stdout, Buffer.alloc(pipeBytes))
  const [program = '', ...rest] = commandOf(args)
  const child = spawn(program, rest, { env: environmentOf(env), stdio: ['ignore', stdout, 'ignore'] })
  closeSync(stdout)
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve))
  deferClose(() => {
    child.kill('SIGKILL')
    return exited
  })
  return { exited, signal: (name) => child.kill(name) }
}

/** How much a pipe holds. */
const pipeBytes = 64 * 1024

function spawnCommand([program = '', ...rest]: readonly string[], env: Record<string, string>): Command {
  const child = spawn(program, rest, {
    env: environmentOf(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  const events = new EventEmitter()
  let hasEnded = false
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
      events.emit('change')
    })
  }
  const exited = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      hasEnded = true
      events.emit('change')
      resolve(code)
    })
  })
  deferClose(() => {
    child.kill('SIGKILL')
    return exited
  })
  return {
    pid: child.pid ?? 0,
    get stdout() {
      return output.stdout
    },
    get stderr() {
      return output.stderr
    },
    async until(text) {
      while (!output.stdout.includes(text) && !output.stderr.includes(text)) {
        if (hasEnded) throw new Error(`The command ended without saying "${text}":\n${output.stdout}${output.stderr}`)
        await once(events, 'change')
      }
    },
    async untilTrue(condition) {
      while (!condition()) {
        if (hasEnded) throw new Error(`The command ended before:\n${output.stdout}${output.stderr}`)
        await once(events, 'change')
      }
    },
    exited,
    signal: (name) => child.kill(name),
  }
}
