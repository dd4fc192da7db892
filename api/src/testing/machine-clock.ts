import { vi } from 'vitest'
import type { TestApi } from './api.ts'

/**
 * Does something while the machine's clock is ahead: limits of attempts follow it, because they count in the process or in Redis. The API's clock
 * does not move, so that access tokens stay valid.
 */
export async function withMachineAhead<T>({ clock }: TestApi, ms: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  clock.advance(-ms)
  try {
    return await work()
  } finally {
    clock.advance(ms)
    vi.useRealTimers()
  }
}
