import { fstatSync, writeFileSync } from 'node:fs'
import { hasCode } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import { describeFileFault } from '../file-fault.ts'
import type { TextStream } from './writer.ts'

/** Why something could not be printed. What would come after it is not printed either: output with a gap in it would pass for whole. */
let fault: unknown
/** Resolves when the last text, and thus everything before it, was written or refused. */
let written = Promise.resolve()
const unprintable = Promise.withResolvers<void>()

/** Prints text of a command that has no tunnel. If it cannot be written, that is a failure of the command: see `findPrintFailure`. */
export function print(text: string): void {
  if (fault !== undefined) return
  const { stdout } = process
  if (isPassedOn(stdout.fd)) {
    written = new Promise((resolve) => {
      stdout.write(text, (error) => {
        if (error) refuse(error)
        resolve()
      })
    })
    return
  }
  try {
    // The stream would not notice that a disk took only a part of it.
    writeFileSync(stdout.fd, text)
  } catch (error) {
    refuse(error)
  }
}

export function printLine(text: string): void {
  print(`${text}\n`)
}

/** Printed text, for an output of events. */
export const printed: TextStream = {
  write(text, callback) {
    print(text)
    callback?.()
    return true
  },
  on() {},
}

/** Resolves once something could not be printed. */
export function untilUnprintable(): Promise<void> {
  return unprintable.promise
}

/** Resolves once everything has been printed, with the reason if something could not be. */
export async function findPrintFailure(): Promise<Failure | undefined> {
  await written
  // A reader that leaves has enough: `culvert logs | head`.
  if (fault === undefined || hasCode(fault, 'EPIPE')) return undefined
  return new Failure(exitCodes.usage, 'The output cannot be written.', { why: describeFileFault(fault) })
}

function refuse(error: unknown): void {
  fault ??= error
  unprintable.resolve()
}

/** Reports whether a descriptor leads to a reader or a terminal, which may take text later, rather than to a file or a device. */
function isPassedOn(descriptor: number): boolean {
  const stats = fstatSync(descriptor)
  return process.stdout.isTTY || stats.isFIFO() || stats.isSocket()
}
