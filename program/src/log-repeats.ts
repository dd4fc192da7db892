import type { Logger, LoggerOptions } from 'pino'

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>
type Arguments = Parameters<LogMethod>[0]
type Write = Parameters<LogMethod>[1]

const windowMs = 1_000

/** The lowest of pino's levels that reports a failure: `warn`. */
const failureLevel = 40

/** How many failures are distinguished at one time. Beyond that they are distinguished by their level only. */
const windowsMax = 1_000

/** A failure that was written less than a second ago. */
interface Window {
  /** How many times it has occurred since. */
  repeats: number
  /** When it last occurred. */
  again: (() => void) | undefined
}

/** Everything that this process holds back, so that nothing is lost when it exits. */
const heldBack = new Set<Window>()

/**
 * Creates a pino hook that writes the same failure at most once a second. The first is written at once; those that follow within the
 * second are counted, and at its end the last of them is written with `repeated`, the number that it stands for.
 *
 * Two failures are the same if their text and error are, whatever request or socket they concern. Lines without an error are
 * the same if all of their fields are, because the fields name their subject.
 */
export function createRepeatFilter(): LogMethod {
  const windows = new Map<string, Window>()

  const open = (key: string) => {
    const window: Window = { repeats: 0, again: undefined }
    windows.set(key, window)
    heldBack.add(window)
    setTimeout(() => {
      windows.delete(key)
      heldBack.delete(window)
      if (window.repeats === 0) return
      open(key)
      window.again?.()
    }, windowMs).unref()
  }

  return function hold(args, write, level) {
    if (level < failureLevel) return write.apply(this, args)
    const known = keyOf(args, level)
    const key = windows.has(known) || windows.size < windowsMax ? known : String(level)
    const window = windows.get(key)
    if (window === undefined) {
      open(key)
      return write.apply(this, args)
    }
    window.repeats += 1
    window.again = () => writeRepeated(this, write, args, window.repeats)
  }
}

process.on('exit', () => {
  for (const { again } of heldBack) again?.()
})

function writeRepeated(log: Logger, write: Write, [first, ...rest]: Arguments, repeated: number): void {
  const fields: unknown = first
  if (fields instanceof Error) write.apply(log, [{ err: fields, repeated }, ...rest] as unknown as Arguments)
  else if (typeof fields === 'object') write.apply(log, [{ ...fields, repeated }, ...rest] as unknown as Arguments)
  else write.apply(log, [{ repeated }, fields, ...rest] as unknown as Arguments)
}

function keyOf([first, message]: readonly unknown[], level: number): string {
  const error = first instanceof Error ? first : findError(first)
  if (error !== undefined) return `${level} ${String(message)} ${describe(error)}`
  return `${level} ${JSON.stringify([first, message])}`
}

function findError(fields: unknown): Error | undefined {
  if (typeof fields !== 'object' || fields === null || !('err' in fields)) return undefined
  return fields.err instanceof Error ? fields.err : undefined
}

/** Removes ids and counts: they do not make a message a different failure. */
function describe(error: Error): string {
  return `${error.name} ${error.message.slice(0, 500).replaceAll(/[0-9a-f]*\d[0-9a-f-]*/gi, '#')}`
}
