import { onTestFinished } from 'vitest'

/**
 * Has something closed after the running test, the last first. A hook of this module would be one of the first file alone that loads it: the files
 * of a package share their modules.
 */
export function deferClose(close: () => unknown): void {
  onTestFinished(async () => {
    await close()
  })
}
