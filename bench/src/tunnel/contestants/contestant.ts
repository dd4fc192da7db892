import { findFirstLine } from '../../machine.ts'
import type { Program, Scope } from '../../scope.ts'

/** One path from a public port to the origin. */
export interface Contestant {
  /** Its name on the command line and in the tables. */
  name: string
  /** What carries the bytes between its two ends, for a fair interpretation of its figures. */
  transport: string
  /** Explains why it cannot be measured here, and what to do; undefined if it can. */
  findObstacle(): Promise<string | undefined>
  /** Returns the version that its own programs report. */
  readVersion(): Promise<string>
  /** Starts its programs, in a scope that stops them, so that `entryPoint` leads to the origin soon. */
  start(originPort: number, scope: Scope): Promise<EntryPoint>
}

/** The entry point for visitors. */
export interface EntryPoint {
  /** The public port on 127.0.0.1. */
  port: number
  /** The value of the Host header that leads to the origin. */
  hostHeader: string
  /** The program that takes visitors, for its CPU time; undefined if there is none. */
  server?: Program
  /** The program beside the origin, likewise. */
  client?: Program
}

/** Returns a sentence about programs that are not on PATH; undefined if all are. */
export async function findMissing(commands: readonly string[]): Promise<string | undefined> {
  const found = await Promise.all(commands.map((command) => findFirstLine(command, ['--version'])))
  const missing = commands.filter((_, index) => found[index] === undefined)
  return missing.length === 0 ? undefined : `${missing.join(' and ')} not found on PATH.`
}
