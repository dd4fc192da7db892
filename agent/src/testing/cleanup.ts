import { onTestFinished } from 'vitest'

/**
 * Closes something after the running test, last registered first. A hook of this module would belong only to the first file that loads it, because the files
 * of a package share their modules.
 */
export function deferClose(close: () => unknown): void {
  onTestFinished(async () => {
    await close()
  })
}
