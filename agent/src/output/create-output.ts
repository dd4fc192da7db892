import { fstatSync } from 'node:fs'
import { readEnvironment } from '@culvert/program'
import type { LogLevel } from '../config/command-settings.ts'
import type { AgentEvent, Output } from './events.ts'
import { JsonOutput } from './json-output.ts'
import { LogOutput } from './log-output.ts'
import { PlainOutput } from './plain-output.ts'
import { printed } from './print.ts'
import { hideKeys } from './quiet-keys.ts'
import { ReadyFile } from './ready-file.ts'
import { TerminalOutput } from './terminal-output.ts'
import type { TunnelStatistics } from './terminal-status.ts'

/** The options with which a command shows its events. */
export interface OutputOptions {
  json: boolean
  /** A file that also gets plain lines. */
  log: { path: string; level: LogLevel } | undefined
  /** A file whose existence means that all tunnels are ready. */
  readyFile: string | undefined
  /** Whether public URLs are shown as QR codes, at a terminal. */
  qr: boolean
  tunnelCount: number
  /** Returns lines that are shown with a public URL. */
  notes?: ((publicUrl: string) => readonly string[]) | undefined
}

/**
 * Chooses how events are shown: as JSON if requested, else for people at a terminal, else line by line; and in the requested
 * files. Throws Failure if one of them cannot be written.
 */
export function createOutput(options: OutputOptions, getStatistics: () => TunnelStatistics): Output {
  const outputs: Output[] = []
  if (options.log !== undefined) outputs.push(new LogOutput(options.log.path, options.log.level))
  if (options.readyFile !== undefined) outputs.push(new ReadyFile(options.readyFile, options.tunnelCount))
  return new Outputs([createMainOutput(options, getStatistics), ...outputs], options.notes)
}

/** Creates the output of a command that fails before it starts, which shows only the reason. */
export function createBareOutput(isJson: boolean): Output {
  return isJson ? new JsonOutput(printed) : new PlainOutput(printed, process.stderr)
}

function createMainOutput({ json, qr }: OutputOptions, getStatistics: () => TunnelStatistics): Output {
  if (json) return new JsonOutput(process.stdout)
  if (!process.stdout.isTTY) return new PlainOutput(process.stdout, process.stderr, !isJournal(process.stdout.fd))
  return new QuietTerminal(new TerminalOutput(process.stdout, process.stderr, { getStatistics, qr }))
}

/** Reports whether a file descriptor leads to systemd's journal, whose socket systemd names (systemd.exec(5)). */
function isJournal(descriptor: number): boolean {
  const journal = readEnvironment().JOURNAL_STREAM
  if (journal === undefined) return false
  const { dev, ino } = fstatSync(descriptor)
  return journal === `${dev}:${ino}`
}

/** A terminal in which typed keys leave nothing behind. */
class QuietTerminal implements Output {
  readonly #output: Output
  readonly #shown = hideKeys()

  constructor(output: Output) {
    this.#output = output
  }

  show(event: AgentEvent, tunnel?: string): void {
    this.#output.show(event, tunnel)
  }

  async close(): Promise<void> {
    // At once: a command that is asked to stop for the second time does not wait for anything.
    const closed = this.#output.close()
    const showKeys = await this.#shown
    showKeys()
    await closed
  }
}

/** Shows each event in several places. */
class Outputs implements Output {
  readonly #outputs: readonly Output[]

  readonly #notes: OutputOptions['notes']

  constructor(outputs: readonly Output[], notes: OutputOptions['notes']) {
    this.#outputs = outputs
    this.#notes = notes
  }

  show(event: AgentEvent, tunnel?: string): void {
    for (const output of this.#outputs) output.show(event, tunnel)
    if (event.event === 'ready' && this.#notes !== undefined) {
      this.show({ event: 'notes', lines: this.#notes(event.publicUrl) }, tunnel)
    }
  }

  async close(): Promise<void> {
    // Each at once: the reader of one may have stopped reading.
    await Promise.all(this.#outputs.map((output) => output.close()))
  }
}
