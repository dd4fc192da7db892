import { accessSync, constants, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { exitCodes, Failure } from '../failure.ts'
import { describeFileFault } from '../file-fault.ts'
import { removeIfPossible, writeWholeFile } from '../whole-file.ts'
import type { AgentEvent, Output } from './events.ts'

/**
 * A file that appears once every tunnel is ready, for scripts that wait for it: a `ready` event per line, as with --json. It is removed at the
 * end. A file left by an earlier command is removed at the start.
 */
export class ReadyFile implements Output {
  readonly #path: string
  readonly #tunnelCount: number
  /** By tunnel: one that is opened again has another line. */
  readonly #lines = new Map<string, string>()

  constructor(path: string, tunnelCount: number) {
    this.#path = path
    this.#tunnelCount = tunnelCount
    try {
      accessSync(dirname(path), constants.W_OK)
      rmSync(path, { force: true })
    } catch (error) {
      throw new Failure(exitCodes.usage, `The file ${path} cannot be used.`, {
        why: `--ready-file: ${describeFileFault(error)}`,
      })
    }
  }

  show({ event, ...rest }: AgentEvent, tunnel?: string): void {
    if (event !== 'ready') return
    this.#lines.set(tunnel ?? '', JSON.stringify({ event, ...(tunnel === undefined ? {} : { tunnel }), ...rest }))
    if (this.#lines.size < this.#tunnelCount) return
    try {
      writeWholeFile(this.#path, `${[...this.#lines.values()].join('\n')}\n`)
    } catch {
      // If the disk is full, scripts wait and the tunnel stays open.
    }
  }

  close(): Promise<void> {
    removeIfPossible(this.#path)
    return Promise.resolve()
  }
}
