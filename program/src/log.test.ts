import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog, logWarnings } from './log.ts'

function openTestLog() {
  const texts: string[] = []
  const log = createLog({ name: 'test', level: 'info', destination: { write: (text) => void texts.push(text) } })
  const lines = () => texts.map((text): Record<string, unknown> => JSON.parse(text))
  return { log, texts, lines }
}

/** Returns the names in a JSON object in their order, including duplicates. */
const listNames = (text: string) => [...text.matchAll(/[{,]"(\w+)":/g)].map(([, name]) => name)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a log line', () => {
  it('has no duplicate names, even if fields clash with its own', () => {
    const { log, texts, lines } = openTestLog()
    // @ts-expect-error -- A caller that the compiler checks cannot use a name of the line's own.
    log.info({ host: 'a' }, 'c')
    const clash: object = { hostname: 'demo.test', host: 'a', pid: 1, name: 'b', level: 2, time: 3, msg: 'c' }
    log.info(clash, 'd')
    for (const text of texts) expect(listNames(text)).toEqual([...new Set(listNames(text))])
    expect(lines()).toMatchObject([
      { host_: 'a' },
      { hostname: 'demo.test', host_: 'a', name_: 'b', name: 'test', msg: 'd' },
    ])
  })

  it('is written for a warning of the runtime', async () => {
    const { log, lines } = openTestLog()
    logWarnings(log)
    process.emit('warning', Object.assign(new Error('11 listeners added'), { name: 'MaxListenersExceededWarning' }))
    expect(process.listenerCount('warning')).toBe(1)
    expect(lines()).toMatchObject([{ level: 40, err: { message: '11 listeners added' }, msg: 'the runtime warns' }])
  })
})

const refused = () => new Error('connect ECONNREFUSED 127.0.0.1:5432')

describe('a failure', () => {
  it('is written immediately, and then at most once a second with the number of repetitions', () => {
    const { log, lines } = openTestLog()
    for (let index = 0; index < 1_000; index += 1) log.error({ err: refused(), requestId: index }, 'request failed')
    expect(lines()).toMatchObject([{ requestId: 0 }])
    vi.advanceTimersByTime(999)
    expect(lines()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(lines().slice(1)).toMatchObject([{ requestId: 999, repeated: 999, err: { message: refused().message } }])
    // The line with the count has started another second.
    log.error({ err: refused() }, 'request failed')
    expect(lines()).toHaveLength(2)
    vi.advanceTimersByTime(1_000)
    expect(lines().slice(2)).toMatchObject([{ repeated: 1 }])
    vi.advanceTimersByTime(5_000)
    expect(lines()).toHaveLength(3)
    log.error({ err: refused() }, 'request failed')
    expect(lines()).toHaveLength(4)
  })

  it('is distinguished by error and message, but warnings without an error are all written', () => {
    const { log, lines } = openTestLog()
    log.error({ err: refused() }, 'request failed')
    log.error({ err: new Error('no such table') }, 'request failed')
    log.error({ err: refused() }, 'sweep failed')
    log.warn({ row: 1 }, 'usage is lost')
    log.warn({ row: 2 }, 'usage is lost')
    expect(lines()).toHaveLength(5)
  })

  it('counts as the same with other ids in its message, and in a child logger', () => {
    const { log, lines } = openTestLog()
    log.error({ err: new Error('no row 0192f0c4-6a1e-7000-8000-00000000000a') })
    log.child({ process: 1 }).error({ err: new Error('no row 0192f0c4-6a1e-7000-8000-00000000000b') })
    vi.advanceTimersByTime(1_000)
    expect(lines()).toMatchObject([{ level: 50 }, { process: 1, repeated: 1 }])
  })

  it('is limited to about 1,000 lines at once, even if all are different', () => {
    const { log, lines } = openTestLog()
    for (let index = 0; index < 5_000; index += 1) log.warn({ index }, 'another one')
    expect(lines().length).toBeLessThanOrEqual(1_001)
    vi.advanceTimersByTime(1_000)
    expect(lines().at(-1)).toMatchObject({ repeated: 3_999 })
  })

  it('does not include lines at level info, which are all written', () => {
    const { log, lines } = openTestLog()
    for (let index = 0; index < 3; index += 1) log.info('tunnel connected')
    expect(lines()).toHaveLength(3)
  })
})
