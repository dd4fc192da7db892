import { stripVTControlCharacters } from 'node:util'
import pc from 'picocolors'
import { statusAbandoned } from '../origin/exchange-observer.ts'
import { version } from '../version.ts'
import type { AgentEvent, Output } from './events.ts'
import { FailedRequests } from './failed-requests.ts'
import { renderUnicodeCompact } from 'uqr'
import { describeStatus } from './terminal-status.ts'
import type { TunnelStatistics, TunnelState } from './terminal-status.ts'
import {
  describeEnd,
  describeFailure,
  describeTotals,
  describeTunnelFailure,
  describeTunnel,
  formatBytes,
  formatDuration,
  mark,
  printable,
  wrap,
} from './text.ts'
import type { TextStream } from './writer.ts'

/** A terminal: text that appears at once, and a width in columns, which may be 0 if it is unknown. */
export interface Terminal extends TextStream {
  readonly columns: number
  on(event: 'error' | 'resize', listener: () => void): unknown
}

/** The settings of a terminal output. */
export interface TerminalOptions {
  getStatistics(): TunnelStatistics
  /** Whether public URLs are shown as QR codes. */
  qr: boolean
}

type RequestLine = Extract<AgentEvent, { event: 'request' | 'request-failed' | 'stream' }>

const eraseLine = '\r\u001B[2K'
const escape = '\u001B'
const refreshMs = 100
/** The width of a terminal that states none, as those of containers and of programs that run others do. */
const columnsDefault = 80
/** More lines than this in one refresh are summarized, because no one could read them. */
const linesMax = 100

/** Output for people: the addresses at the top, a line for each request, and a status line below. */
export class TerminalOutput implements Output {
  readonly #terminal: Terminal
  readonly #stderr: TextStream
  readonly #failedRequests = new FailedRequests()
  readonly #options: TerminalOptions
  readonly #states = new Map<string, TunnelState>()
  #lines: string[] = []
  #unshownLines = 0
  #isStopping = false
  #shownStatus = ''
  #timer: NodeJS.Timeout | undefined

  constructor(terminal: Terminal, stderr: TextStream, options: TerminalOptions) {
    this.#terminal = terminal
    this.#stderr = stderr
    this.#options = options
    terminal.on('resize', () => this.#redraw())
    process.on('SIGCONT', this.#reappear)
    const [arch, stream] = mark
    this.#print('', `  ${pc.cyan(arch)}`, `  ${pc.cyan(stream)}  ${pc.bold('Culvert')} ${pc.dim(version)}`, '')
    this.#timer = setInterval(() => this.#refresh(), refreshMs)
    this.#refresh()
  }

  /** `tunnel` names the tunnel if there are several. */
  show(event: AgentEvent, tunnel = ''): void {
    switch (event.event) {
      case 'waiting':
        this.#states.set(tunnel, { kind: 'waiting', forwardingTo: event.forwardingTo })
        break
      case 'ready': {
        const rows = describeTunnel(event).map(([name, value]) => `  ${pc.dim(name.padEnd(13))}${pc.bold(value)}`)
        this.#print(...(tunnel === '' ? [] : [`  ${pc.cyan(tunnel)}`]), ...rows, '')
        if (this.#options.qr) this.#print(...drawQrCode(event.publicUrl, this.#columns), '')
        break
      }
      case 'notes':
        this.#print(...event.lines.map((text) => `  ${text}`), '')
        break
      case 'inspector':
        this.#print(`  ${pc.dim('Inspector'.padEnd(13))}${event.url}  ${pc.dim('culvert inspect opens it')}`, '')
        break
      case 'connected':
        this.#states.set(tunnel, { kind: 'connected' })
        break
      case 'reconnecting': {
        const { reason, delayMs } = event
        this.#states.set(tunnel, { kind: 'reconnecting', reason, untilMs: performance.now() + delayMs })
        break
      }
      case 'request':
        this.#printRequest(event, tunnel)
        break
      case 'stream':
        this.#printRequest(event, tunnel)
        break
      case 'request-failed': {
        this.#printRequest(event, tunnel)
        const line = this.#failedRequests.describe(event.message)
        if (line !== undefined) this.#printMarked(pc.yellow('▲'), line)
        break
      }
      case 'warning':
        this.#printMarked(pc.yellow('▲'), event.message)
        this.#print('')
        break
      case 'tunnel-failed':
        this.#printMarked(pc.red('✕'), `${tunnel}: ${describeTunnelFailure(event)}`)
        this.#print('')
        break
      case 'stopping':
        this.#isStopping = true
        break
      case 'stopped':
        this.#print('', `  ${pc.dim(describeTotals(event))}`, '')
        this.#end()
        break
      case 'failed': {
        this.#end()
        const [what = '', ...more] = describeFailure(event)
        const width = this.#columns - 4
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

  get #columns(): number {
    const { columns } = this.#terminal
    return columns > 0 ? columns : columnsDefault
  }

  #printRequest(event: RequestLine, tunnel: string): void {
    if (this.#lines.length >= linesMax) {
      this.#unshownLines += 1
      return
    }
    const columns = this.#columns
    const wide = columns >= wideColumns
    const cells = describeRequest(event, wide)
    const shown = [
      ...(wide ? [pc.dim(new Date().toTimeString().slice(0, 8))] : []),
      ...(tunnel === '' ? [] : [pc.cyan(tunnel)]),
      printable(event.method).padEnd(7),
      cells.status,
      cells.duration.padStart(8),
      ...(wide ? [cells.size.padStart(9)] : []),
    ]
    const start = `  ${shown.join('  ')}  `
    const room = columns - stripVTControlCharacters(start + cells.note).length - 1
    const path = printable(event.path)
    const shownPath = path.length > room ? `${path.slice(0, Math.max(room - 1, 0))}…` : path
    this.#print(`${start}${shownPath}${pc.dim(cells.note)}`)
  }

  #printMarked(sign: string, text: string): void {
    const [first, ...more] = wrap(printable(text), this.#columns - 4)
    this.#print(`  ${sign} ${first}`, ...more.map((line) => `    ${line}`))
  }

  #print(...lines: string[]): void {
    this.#lines.push(...lines)
  }

  /** Shows the status below what the shell has written since the command was suspended. */
  readonly #reappear = () => {
    this.#shownStatus = ''
    this.#refresh()
  }

  /** Writes new lines above the status line, and rewrites it if it has changed. */
  #refresh(): void {
    const status = this.#describeStatus()
    if (this.#lines.length === 0 && status === this.#shownStatus) return
    if (this.#unshownLines > 0) this.#print(pc.dim(`  … and ${this.#unshownLines} more requests`))
    const text = this.#lines.map((line) => `${line}\n`).join('')
    this.#lines = []
    this.#unshownLines = 0
    this.#shownStatus = status
    this.#terminal.write(`${eraseLine}${text}${status}`)
  }

  /** Erases the old status line, which a resized window may have broken into several lines. */
  #redraw(): void {
    if (this.#timer === undefined) return
    const rows = Math.ceil(stripVTControlCharacters(this.#shownStatus).length / this.#columns)
    const up = rows > 1 ? `${escape}[${rows - 1}A` : ''
    this.#shownStatus = this.#describeStatus()
    this.#terminal.write(`\r${up}${escape}[J${this.#shownStatus}`)
  }

  #describeStatus(): string {
    const status = this.#isStopping
      ? `  ${pc.yellow('◌')} Stopping: open requests may finish. ${pc.dim('Ctrl-C again stops at once.')}`
      : describeStatus(this.#states, this.#options.getStatistics())
    const plain = stripVTControlCharacters(status)
    // A line that wraps could not be erased.
    const room = this.#columns - 1
    return plain.length <= room ? status : `${plain.slice(0, Math.max(room - 1, 0))}…`
  }

  /** Writes the last lines in place of the status line. */
  #end(): void {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    process.off('SIGCONT', this.#reappear)
    this.#terminal.write(`${eraseLine}${this.#lines.map((line) => `${line}\n`).join('')}`)
  }
}

/** Windows of at least this width show time and size. */
const wideColumns = 72

function describeRequest(event: RequestLine, wide: boolean) {
  switch (event.event) {
    case 'stream':
      return { status: colorStatus(event.status), duration: '', size: '', note: ' streaming' }
    case 'request-failed':
      return { status: pc.red('err'), duration: formatDuration(event.durationMs), size: '', note: '' }
    case 'request': {
      const size = formatBytes(event.bytesOut)
      // A narrow window has no room for it: there, 499 says enough.
      const isExplained = wide && event.status === statusAbandoned
      const duration = isExplained ? '' : formatDuration(event.durationMs)
      return { status: colorStatus(event.status), duration, size, note: isExplained ? ` ${describeEnd(event)}` : '' }
    }
    default:
      throw new Error(`An event is not shown: ${String(event satisfies never)}`)
  }
}

/** Draws a URL for a phone's camera: two rows of modules per line, light on dark terminals and dark on light ones. */
function drawQrCode(url: string, columns: number): string[] {
  const rows = renderUnicodeCompact(url, { border: 2 }).split('\n')
  const width = 2 + (rows[0]?.length ?? 0)
  // A camera cannot read rows that wrap.
  if (width > columns) return [`  The QR code needs a window of ${width} columns.`]
  return rows.map((row) => `  ${row}`)
}

function colorStatus(status: number): string {
  const text = String(status)
  if (status >= 500) return pc.red(text)
  if (status >= 400) return pc.yellow(text)
  return status >= 300 ? pc.cyan(text) : pc.green(text)
}
