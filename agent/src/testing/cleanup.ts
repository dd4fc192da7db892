import { afterEach } from 'vitest'

const closers: (() => unknown)[] = []

/** Has something closed after the running test, the last first. */
export function deferClose(close: () => unknown): void {
  closers.push(close)
}

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
