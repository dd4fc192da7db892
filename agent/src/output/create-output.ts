import type { Output } from './events.ts'
import { JsonOutput } from './json-output.ts'
import { PlainOutput } from './plain-output.ts'
import { TerminalOutput } from './terminal-output.ts'
import type { TunnelFigures } from './terminal-output.ts'

/** Chooses how events are shown: as JSON if asked for, else for people at a terminal, else line by line. */
export function createOutput(isJson: boolean, getFigures: () => TunnelFigures): Output {
  if (isJson) return new JsonOutput(process.stdout)
  if (process.stdout.isTTY) return new TerminalOutput(process.stdout, process.stderr, getFigures)
  return new PlainOutput(process.stdout, process.stderr)
}

/** Makes the output of a command that fails before it starts, which shows only why. */
export function createBareOutput(isJson: boolean): Output {
  return isJson ? new JsonOutput(process.stdout) : new PlainOutput(process.stdout, process.stderr)
}
