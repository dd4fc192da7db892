import { spawn } from 'node:child_process'
import { messageOf } from '@culvert/program'
import { hostOf, toLine } from '../problem.ts'
import { Requests } from '../request.ts'
import type { DnsPublisher } from './publisher.ts'

type Action = 'present' | 'cleanup'

/** How long a hook may take by default: some providers need a minute to accept a record. */
const defaultMs = 120_000
/** How much of a command's error output is kept for the message. */
const maxOutputBytes = 10_000

/** Publishes with a program of the operator's, run with `present` or `cleanup`, the name and the value. No shell reads them. */
export class HookCommand implements DnsPublisher {
  readonly #command: string
  readonly #runMs: number

  constructor(command: string, runMs: number = defaultMs) {
    this.#command = command
    this.#runMs = runMs
  }

  async publish(name: string, value: string, signal: AbortSignal): Promise<void> {
    await this.#run(['present', name, value], signal)
  }

  async withdraw(name: string, value: string, signal: AbortSignal): Promise<void> {
    await this.#run(['cleanup', name, value], signal)
  }

  async #run(parameters: [Action, string, string], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const deadline = AbortSignal.timeout(this.#runMs)
    const what = `${this.#command} ${parameters[0]}`
    const ended = await run(this.#command, parameters, AbortSignal.any([signal, deadline]))
    signal.throwIfAborted()
    if (deadline.aborted) throw new Error(`${what} did not end within ${this.#runMs / 1_000} seconds.`)
    if (ended.fault !== undefined) throw new Error(`${what} could not be run: ${ended.fault}.`)
    if (ended.code === 0) return
    const how = ended.code === null ? 'was killed' : `ended with exit code ${ended.code}`
    throw new Error(`${what} ${how}${ended.lastLine === '' ? '.' : `: ${ended.lastLine}`}`)
  }
}

interface Ended {
  code: number | null
  /** The last line of its error output. */
  lastLine: string
  /** Why it did not start. */
  fault?: string
}

/** Runs a program to its end, or kills it when the signal is aborted. */
async function run(command: string, parameters: string[], signal: AbortSignal): Promise<Ended> {
  return await new Promise((resolve) => {
    const child = spawn(command, parameters, { stdio: ['ignore', 'ignore', 'pipe'], signal, killSignal: 'SIGKILL' })
    let errors = ''
    child.once('error', (error) => resolve({ code: null, lastLine: '', fault: messageOf(error) }))
    // Before that it may have no pipe: a process cannot be started while too many files are open.
    child.once('spawn', () => {
      child.stderr.on('data', (chunk: Buffer) => {
        errors = (errors + chunk.toString()).slice(-maxOutputBytes)
      })
    })
    child.once('exit', (code) => {
      // A process that it left running may hold the pipe forever.
      const patience = setTimeout(() => child.stderr.destroy(), lingerMs)
      child.once('close', () => {
        clearTimeout(patience)
        resolve({ code, lastLine: toLine(errors.trim().split('\n').at(-1) ?? '') })
      })
    })
  })
}

/** How long error output is still read after a command has ended. */
const lingerMs = 1_000

/** Publishes with a service of the operator's: it gets a POST with `action`, `name` and `value` as JSON, and answers 2xx once it is done. */
export class HookRequest implements DnsPublisher {
  readonly #url: string
  readonly #requests: Requests

  constructor(url: string, requestMs: number = defaultMs) {
    this.#url = url
    this.#requests = new Requests(undefined, requestMs)
  }

  async publish(name: string, value: string, signal: AbortSignal): Promise<void> {
    await this.#post('present', name, value, signal)
  }

  async withdraw(name: string, value: string, signal: AbortSignal): Promise<void> {
    await this.#post('cleanup', name, value, signal)
  }

  async #post(action: Action, name: string, value: string, signal: AbortSignal): Promise<void> {
    const body = JSON.stringify({ action, name, value })
    const sent = { method: 'POST' as const, url: this.#url, body, contentType: 'application/json', signal }
    const { status } = await this.#requests.send(sent).catch((error: unknown) => {
      signal.throwIfAborted()
      // Not an AcmeError, which would be taken for the authority's.
      throw new Error(`The DNS hook failed: ${messageOf(error)}`, { cause: error })
    })
    if (status >= 200 && status < 300) return
    // The URL may contain a secret; its host does not.
    throw new Error(`The DNS hook at ${hostOf(this.#url)} answered ${action} with ${status}.`)
  }
}
