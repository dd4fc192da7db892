import { stripVTControlCharacters } from 'node:util'
import pc from 'picocolors'
import { version } from '../version.ts'
import type { AgentEvent, Output } from './events.ts'
import { FailedRequests } from './failed-requests.ts'
import {
  describeFailure,
  describeReconnecting,
  describeTunnel,
  formatBytes,
  formatDuration,
  mark,
  printable,
  wrap,
} from './text.ts'
import type { TextStream } from './writer.ts'

/** A terminal: text that is shown at once, and a width in columns. */
export interface Terminal extends TextStream {
  readonly columns: number
}

/** What the status line shows beside the state. */
export interface TunnelFigures {
  requestCount: number
  bytesIn: number
  bytesOut: number
  roundTripMs: number | undefined
}

type State =
  | { kind: 'connecting' | 'connected' | 'stopping' }
  | { kind: 'reconnecting'; reason: string; untilMs: number }

const eraseLine = '\r\u001B[2K'
const refreshMs = 100
/** More lines than this in one refresh are summed up: no one could read them. */
const linesMax = 100

/** Output for people: the addresses at the top, a line for each request, and a status line below. */
export class TerminalOutput implements Output {
  readonly #terminal: Terminal
  readonly #stderr: TextStream
  readonly #failedRequests = new FailedRequests()
  readonly #getFigures: () => TunnelFigures
  #lines: string[] = []
  #unshownLines = 0
  #state: State = { kind: 'connecting' }
  #shownStatus = ''
  #timer: NodeJS.Timeout | undefined

  constructor(terminal: Terminal, stderr: TextStream, getFigures: () => TunnelFigures) {
    this.#terminal = terminal
    this.#stderr = stderr
    this.#getFigures = getFigures
    const [arch, stream] = mark
    this.#say('', `  ${pc.cyan(arch)}`, `  ${pc.cyan(stream)}  ${pc.bold('Culvert')} ${pc.dim(version)}`, '')
    this.#timer = setInterval(() => this.#refresh(), refreshMs)
    this.#refresh()
  }

  show(event: AgentEvent): void {
    switch (event.event) {
      case 'started':
        this.#say(...describeTunnel(event).map(([name, value]) => `  ${pc.dim(name.padEnd(13))}${pc.bold(value)}`), '')
        break
      case 'connected':
        this.#state = { kind: 'connected' }
        break
      case 'reconnecting':
        this.#state = { kind: 'reconnecting', reason: event.reason, untilMs: performance.now() + event.delayMs }
        break
      case 'request':
        this.#sayRequest(event.method, colorStatus(event.status), formatDuration(event.durationMs), event.path)
        break
      case 'request-failed': {
        this.#sayRequest(event.method, pc.red('err'), '', event.path)
        const line = this.#failedRequests.describe(event.message)
        if (line !== undefined) this.#sayMarked(pc.yellow('▲'), line)
        break
      }
      case 'warning':
        this.#sayMarked(pc.yellow('▲'), event.message)
        this.#say('')
        break
      case 'stopping':
        this.#state = { kind: 'stopping' }
        break
      case 'stopped':
        this.#say('', `  ${pc.dim('Stopped.')}`, '')
        this.#end()
        break
      case 'failed': {
        this.#end()
        const [what = '', ...more] = describeFailure(event)
        const width = this.#terminal.columns - 4
        const lines = more.flatMap((line) => wrap(line, width)).map((line) => `    ${line}\n`)
        this.#stderr.write(`  ${pc.red('✕')} ${pc.bold(what)}\n${lines.join('')}\n`)
        break
      }
      default:
        throw new Error(`An event is not shown: ${String(event satisfies never)}`)
    }
  }

  close(): Promise<void> {
    this.#end()
    return new Promise((resolve) => this.#terminal.write('', resolve))
  }

  #sayRequest(method: string, status: string, duration: string, path: string): void {
    if (this.#lines.length >= linesMax) {
      this.#unshownLines += 1
      return
    }
    const time = pc.dim(new Date().toTimeString().slice(0, 8))
    const room = this.#terminal.columns - 39
    const shownPath = path.length > room ? `${path.slice(0, Math.max(room - 1, 0))}…` : path
    this.#say(`  ${time}  ${printable(method).padEnd(7)}  ${status}  ${duration.padStart(8)}  ${printable(shownPath)}`)
  }

  #sayMarked(sign: string, text: string): void {
    const [first, ...more] = wrap(printable(text), this.#terminal.columns - 4)
    this.#say(`  ${sign} ${first}`, ...more.map((line) => `    ${line}`))
  }

  #say(...lines: string[]): void {
    this.#lines.push(...lines)
  }

  /** Writes new lines above the status line, and rewrites that if it has changed. */
  #refresh(): void {
    const status = this.#describeStatus()
    if (this.#lines.length === 0 && status === this.#shownStatus) return
    if (this.#unshownLines > 0) this.#say(pc.dim(`  … and ${this.#unshownLines} more requests`))
    const text = this.#lines.map((line) => `${line}\n`).join('')
    this.#lines = []
    this.#unshownLines = 0
    this.#shownStatus = status
    this.#terminal.write(`${eraseLine}${text}${status}`)
  }

  #describeStatus(): string {
    const status = this.#describeState()
    const plain = stripVTControlCharacters(status)
    // A line that wraps could not be erased.
    const room = this.#terminal.columns - 1
    return plain.length <= room ? status : `${plain.slice(0, room - 1)}…`
  }

  #describeState(): string {
    const state = this.#state
    switch (state.kind) {
      case 'connecting':
        return `  ${pc.yellow('◌')} Connecting`
      case 'reconnecting':
        return `  ${pc.yellow('◌')} ${describeReconnecting(state.reason, Math.max(state.untilMs - performance.now(), 0))}`
      case 'stopping':
        return `  ${pc.yellow('◌')} Stopping: open requests may finish. ${pc.dim('Ctrl-C again stops at once.')}`
      case 'connected': {
        const { requestCount, bytesIn, bytesOut, roundTripMs } = this.#getFigures()
        const figures = [
          ...(roundTripMs === undefined ? [] : [`edge ${Math.round(roundTripMs)} ms`]),
          `${requestCount} ${requestCount === 1 ? 'request' : 'requests'}`,
          `${formatBytes(bytesIn)} in`,
          `${formatBytes(bytesOut)} out`,
        ]
        return `  ${pc.green('●')} Connected ${pc.dim(`· ${figures.join(' · ')} · Ctrl-C stops`)}`
      }
      default:
        throw new Error(`A state is not shown: ${String(state satisfies never)}`)
    }
  }

  /** Writes the last lines in place of the status line. */
  #end(): void {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#terminal.write(`${eraseLine}${this.#lines.map((line) => `${line}\n`).join('')}`)
  }
}

function colorStatus(status: number): string {
  const text = String(status)
  if (status >= 500) return pc.red(text)
  if (status >= 400) return pc.yellow(text)
  return status >= 300 ? pc.cyan(text) : pc.green(text)
}
