import { describe, expect, it } from 'vitest'
import { AppError } from '../ground/errors.ts'
import { withinReadLimit } from './within-read-limit.ts'

/** Results that are there at once, 0, 1 and so on, until they are left. */
function count(): AsyncGenerator<number, void, void> {
  return (async function* () {
    for (let number = 0; ; number += 1) yield number
  })()
}

const refusal = (retryAfterSeconds: number) => new AppError('RATE_LIMITED', 'Too much.', { retryAfterSeconds })

describe('a result of a subscription', () => {
  it('waits until it is paid for, except the first, and is not lost', async () => {
    let refusals = 0
    const results = withinReadLimit(count(), async () => {
      if (refusals < 3) throw refusal((refusals += 1) / 1_000)
    })
    expect(await results.next()).toEqual({ done: false, value: 0 })
    expect(refusals).toBe(0)
    expect(await results.next()).toEqual({ done: false, value: 1 })
    expect(refusals).toBe(3)
  })

  it('does not come if its client leaves while it waits', async () => {
    const results = withinReadLimit(count(), async () => {
      throw refusal(600)
    })
    await results.next()
    const waiting = results.next()
    await results.return()
    expect(await waiting).toEqual({ done: true, value: undefined })
  })
})
