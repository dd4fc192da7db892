import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Traffic } from '../origin/exchange-record.ts'
import { Reporter } from './reporter.ts'

function startReporter() {
  const traffic: Traffic = { requestCount: 0, bytesIn: 0, bytesOut: 0 }
  const send = vi.fn<(sent: Traffic) => Promise<boolean>>().mockResolvedValue(true)
  const onEnded = vi.fn()
  return { traffic, send, onEnded, reporter: new Reporter({ traffic, send, onEnded }) }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('reports', () => {
  it('are sent once a second while the counters change', async () => {
    const { traffic, send, reporter } = startReporter()
    for (let step = 0; step < 50; step += 1) {
      traffic.bytesOut += 1
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(send.mock.calls.map(([sent]) => sent.bytesOut)).toEqual([10, 20, 30, 40, 50])
    reporter.stop()
  })

  it('are sent every 15 seconds while the counters do not change', async () => {
    const { send, reporter } = startReporter()
    await vi.advanceTimersByTimeAsync(45_000)
    expect(send).toHaveBeenCalledTimes(3)
    reporter.stop()
  })

  it('are repeated if they fail', async () => {
    const { traffic, send, reporter } = startReporter()
    send.mockRejectedValueOnce(new Error('away'))
    traffic.requestCount = 1
    await vi.advanceTimersByTimeAsync(5000)
    expect(send.mock.calls).toEqual([[traffic], [traffic]])
    reporter.stop()
  })

  it('are not sent while another one is pending', async () => {
    const { traffic, send, reporter } = startReporter()
    const slow = Promise.withResolvers<boolean>()
    send.mockReturnValueOnce(slow.promise)
    traffic.requestCount = 1
    await vi.advanceTimersByTimeAsync(5000)
    expect(send).toHaveBeenCalledTimes(1)
    slow.resolve(true)
    reporter.stop()
  })

  it('end with the last counters, which are sent only once', async () => {
    const { traffic, send, reporter } = startReporter()
    traffic.requestCount = 1
    await reporter.finish()
    await reporter.finish()
    expect(send.mock.calls).toEqual([[traffic]])
  })

  it('call onEnded when the server answers that the agent has ended', async () => {
    const { traffic, send, onEnded, reporter } = startReporter()
    send.mockResolvedValue(false)
    traffic.requestCount = 1
    await vi.advanceTimersByTimeAsync(1000)
    expect(onEnded).toHaveBeenCalledTimes(1)
    reporter.stop()
  })
})
