import type { ServerResponse } from 'node:http'
import type { RequestChanges, RequestFilter, RequestSummary } from '../inspection/api-types.ts'
import type { Recorder } from '../inspection/recorder.ts'
import { fits } from './request-list.ts'

/** How long changes are gathered, in milliseconds: a screen cannot be read faster. */
const gatherMs = 100
/** Changes of one batch, of requests and of ids each. What is more is left out, and the batch says so. */
const batchMax = 500
/** How often something is sent, so that either side notices that the other has gone, in milliseconds. */
const aliveMs = 15_000

/** Sends what changes among the requests that a filter lets through, as server-sent events of a batch each, until the caller leaves. The first comes at once. */
export function followChanges(recorder: Recorder, filter: RequestFilter, response: ServerResponse): void {
  const changed = new Map<string, RequestSummary>()
  const forgotten = new Set<string>()
  let isPartial = false
  let timer: NodeJS.Timeout | undefined
  function send(): void {
    timer = undefined
    // A reader that is slow gets one large batch later.
    if (response.writableNeedDrain) {
      response.once('drain', send)
      return
    }
    const changes: RequestChanges = {
      requests: [...changed.values()],
      forgotten: [...forgotten],
      isPartial,
      keeping: recorder.keeping,
    }
    changed.clear()
    forgotten.clear()
    isPartial = false
    response.write(`data: ${JSON.stringify(changes)}\n\n`)
  }
  const schedule = () => (timer ??= setTimeout(send, gatherMs))
  const forget = (id: string) => {
    changed.delete(id)
    if (forgotten.size < batchMax) forgotten.add(id)
    else isPartial = true
    schedule()
  }
  const stop = recorder.ring.listen({
    changed({ summary }) {
      if (!fits(summary, filter)) {
        forget(summary.id)
        return
      }
      changed.delete(summary.id)
      changed.set(summary.id, { ...summary })
      const [oldest] = changed.keys()
      if (changed.size > batchMax && oldest !== undefined) {
        changed.delete(oldest)
        isPartial = true
      }
      schedule()
    },
    forgotten: forget,
  })
  const alive = setInterval(schedule, aliveMs)
  response.on('close', () => {
    stop()
    clearTimeout(timer)
    clearInterval(alive)
  })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send()
}
