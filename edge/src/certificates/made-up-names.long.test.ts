import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../testing/queue.ts'
import { openServing } from '../testing/served-edge.ts'

const namesCount = 10_000
const clientsCount = 200

describe('ten thousand names that strangers make up', () => {
  afterEach(closeAll)

  it('cost the API at most ten queries a second, while a visitor to an existing name gets its certificate', async () => {
    const { api, put, startEdge } = await openServing()
    await put('demo.test')
    const { shake } = await startEdge()
    const { questions } = api.certificates.state
    const startedMs = performance.now()
    let next = 0
    let refused = 0
    const stranger = async () => {
      while (next < namesCount) {
        const name = `made-up-${(next += 1)}.test`
        await shake(name).catch(() => (refused += 1))
      }
    }
    const strangers = Promise.all(Array.from({ length: clientsCount }, stranger))
    expect((await shake('demo.test')).authorized).toBe(true)
    await strangers
    const seconds = (performance.now() - startedMs) / 1_000
    expect(refused).toBe(namesCount)
    expect(questions.length).toBeLessThanOrEqual(10 * seconds + 3)
    expect(Math.max(...questions.map(({ length }) => length))).toBeLessThanOrEqual(100)
  }, 180_000)
})
