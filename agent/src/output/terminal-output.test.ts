import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { version } from '../version.ts'
import type { TunnelEventOf } from '../tunnel/events.ts'
import { TerminalOutput } from './terminal-output.ts'

const figures = { requestCount: 2, bytesIn: 0, bytesOut: 3 * 1024 * 1024, roundTripMs: 12.4 }
const options = { getStatistics: () => figures, qr: false }
const ready = {
  event: 'ready',
  agentId: 'agent-1',
  publicUrl: 'http://demo-ada.culvert.localhost:8080',
  forwardingTo: 'http://localhost:3000',
  dashboardUrl: 'http://localhost:4000/admin/agents',
} as const

function request(method: string, path: string, status: number, durationMs: number): TunnelEventOf<'request'> {
  return { event: 'request', method, path, status, durationMs, firstByteMs: 1, bytesIn: 0, bytesOut: 2048 }
}

/** A terminal of 80 columns that records its screen as lines; the last line is rewritten in place. */
function createTerminal() {
  const lines = ['']
  const write = (text: string, callback?: () => void) => {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push('')
      const erased = part.lastIndexOf('\r\u001B[2K')
      const shown = stripVTControlCharacters(erased === -1 ? part : part.slice(erased))
      lines[lines.length - 1] = erased === -1 ? lines.at(-1) + shown : shown.replace('\r', '')
    }
    callback?.()
    return true
  }
  return { columns: 80, write, on: () => {}, lines }
}

/** Returns the lines about the QR code in a window of this width. */
function showQrCode(columns: number): string[] {
  const terminal = { ...createTerminal(), columns }
  new TerminalOutput(terminal, createTerminal(), { ...options, qr: true }).show(ready)
  vi.advanceTimersByTime(100)
  return terminal.lines.filter((line) => /█|QR/.test(line))
}

/** Returns what a window of this width shows of a request and a warning. */
function showLines(columns: number): string[] {
  const terminal = { ...createTerminal(), columns }
  const output = new TerminalOutput(terminal, createTerminal(), options)
  output.show({ event: 'connected' })
  output.show(request('GET', '/cart?id=7', 200, 3.2))
  output.show({ event: 'warning', message: 'Your app answered / with Location: http://localhost:3000/login.' })
  vi.advanceTimersByTime(100)
  return terminal.lines
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 9, 30) })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the output to a terminal', () => {
  it('shows its state again after the command was suspended, until it ends', async () => {
    const terminal = createTerminal()
    const output = new TerminalOutput(terminal, createTerminal(), options)
    output.show({ event: 'connected' })
    vi.advanceTimersByTime(100)
    const status = terminal.lines.at(-1)
    terminal.write('\n[1]+  Stopped\n$ fg\n')
    process.emit('SIGCONT')
    expect(terminal.lines.slice(-2)).toEqual(['$ fg', status])
    await output.close()
    process.emit('SIGCONT')
    expect(terminal.lines.at(-1)).toBe('')
  })

  it('shows a QR code if the window is wide enough, and the required width otherwise', () => {
    const rows = showQrCode(80)
    const width = rows[0]?.length ?? 0
    expect(rows.length).toBeGreaterThan(10)
    expect(showQrCode(width)).toEqual(rows)
    expect(showQrCode(width - 1)).toEqual([`  The QR code needs a window of ${width} columns.`])
  })

  it('shows the logo, the addresses, a line for each request, and the status', () => {
    const terminal = createTerminal()
    const output = new TerminalOutput(terminal, createTerminal(), options)
    output.show(ready)
    output.show({ event: 'connected' })
    output.show(request('GET', '/', 200, 3.2))
    output.show(request('DELETE', `/${'x'.repeat(80)}`, 404, 1234))
    vi.advanceTimersByTime(100)
    expect(terminal.lines).toEqual([
      '',
      '  ╭──╮',
      `  ┴≈≈┴  Culvert ${version}`,
      '',
      '  Public URL   http://demo-ada.culvert.localhost:8080',
      '  Forwards to  http://localhost:3000',
      '  Dashboard    http://localhost:4000/admin/agents',
      '',
      '  09:30:00  GET      200      3 ms    2.0 KiB  /',
      '  09:30:00  DELETE   404     1.2 s    2.0 KiB  /xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…',
      '  ● Connected · edge 12 ms · 2 requests · 0 B in · 3.0 MiB out · Ctrl-C stops',
    ])
  })

  it('takes a terminal that states no width for one of 80 columns', () => {
    expect(showLines(0)).toEqual(showLines(80))
  })

  it('shows the path of a request in a narrow window too, even if its visitor left', () => {
    const terminal = { ...createTerminal(), columns: 40 }
    const output = new TerminalOutput(terminal, createTerminal(), options)
    output.show(request('GET', '/cart?id=7', 499, 12_345))
    vi.advanceTimersByTime(100)
    expect(terminal.lines.at(-2)).toBe('  GET      499    12.3 s  /cart?id=7')
  })

  it('counts down to the next attempt, and shows its reason', () => {
    const terminal = createTerminal()
    const output = new TerminalOutput(terminal, createTerminal(), options)
    output.show({ event: 'reconnecting', reason: 'the edge closed the connection', delayMs: 1500 })
    const shown: unknown[] = []
    for (let elapsed = 0; elapsed < 1600; elapsed += 800) {
      vi.advanceTimersByTime(800)
      shown.push(terminal.lines.at(-1))
    }
    expect(shown).toEqual([
      '  ◌ Reconnecting in 1 s: the edge closed the connection',
      '  ◌ Reconnecting now: the edge closed the connection',
    ])
  })

  it('shows a repeated fault once, and its count the next time', () => {
    const terminal = createTerminal()
    const output = new TerminalOutput(terminal, createTerminal(), options)
    const failed = {
      event: 'request-failed',
      method: 'GET',
      path: '/',
      code: 'REFUSED',
      message: 'nothing listens',
      durationMs: 1,
    } as const
    for (let count = 0; count < 3; count += 1) output.show(failed)
    vi.advanceTimersByTime(6000)
    output.show(failed)
    vi.advanceTimersByTime(100)
    expect(terminal.lines.filter((line) => line.includes('▲'))).toEqual([
      '  ▲ A visitor got an error: nothing listens.',
      '  ▲ A visitor got an error: nothing listens (2 more before this one).',
    ])
  })

  it('shows 100 of 500 simultaneous requests, and counts the others', () => {
    const terminal = createTerminal()
    const output = new TerminalOutput(terminal, createTerminal(), options)
    vi.advanceTimersByTime(100)
    const before = terminal.lines.length
    for (let count = 0; count < 500; count += 1) {
      output.show(request('GET', '/', 200, 1))
    }
    vi.advanceTimersByTime(100)
    expect(terminal.lines.length - before).toBe(101)
    expect(terminal.lines.at(-2)).toBe('  … and 400 more requests')
  })

  it('erases the status line after a failure, which goes to stderr', async () => {
    const terminal = createTerminal()
    const stderr = createTerminal()
    const output = new TerminalOutput(terminal, stderr, options)
    output.show({
      event: 'failed',
      exitCode: 4,
      message: 'The gateway "demo" was refused.',
      why: 'It is in use by an agent that Ada started on another machine this morning.',
      wayOut: 'Stop it there.',
    })
    await output.close()
    vi.advanceTimersByTime(1000)
    expect(terminal.lines.at(-1)).toBe('')
    expect(terminal.lines.join()).not.toContain('Connecting')
    expect(stderr.lines).toEqual([
      '  ✕ The gateway "demo" was refused.',
      '    It is in use by an agent that Ada started on another machine this morning.',
      '    Stop it there.',
      '',
      '',
    ])
  })

  it('contains no control sequences from paths and messages', () => {
    const terminal = createTerminal()
    const raw: string[] = []
    const output = new TerminalOutput({ ...terminal, write: (text) => raw.push(text) > 0 }, createTerminal(), options)
    output.show(request('GET', '/\u009b2J\u0085', 200, 1))
    output.show({ event: 'warning', message: 'clear\u001B[2Jed' })
    vi.advanceTimersByTime(100)
    expect(raw.join('')).toContain('/ 2J ')
    for (const steering of ['\u009b', '\u0085', '\u001B[2J']) expect(raw.join('')).not.toContain(steering)
  })
})
