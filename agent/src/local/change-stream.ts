import type { ServerResponse } from 'node:http'
import type { RequestChanges, RequestFilter, RequestSummary } from '../inspection/api-types.ts'
import type { Recorder } from '../inspection/recorder.ts'
import { matchesFilter } from './request-list.ts'

/** How long changes are collected, in milliseconds: nobody can read a screen faster. */
const batchDelayMs = 100
/** How many changes a batch holds, of requests and of ids each. Further ones are left out, and the batch says so. */
const batchMax = 500
/** How often something is sent, so that each side notices when the other is gone, in milliseconds. */
const keepAliveMs = 15_000

/** Sends changes among the requests that match a filter, as server-sent events with a batch each, until the caller leaves. The first is sent at once. */
export function followChanges(recorder: Recorder, filter: RequestFilter, response: ServerResponse): void {
  const changed = new Map<string, RequestSummary>()
  const forgotten = new Set<string>()
  let isPartial = false
  let timer: NodeJS.Timeout | undefined
  let isWaitingForReader = false
  function send(): void {
    timer = undefined
    // A slow reader gets one large batch later.
    if (response.writableNeedDrain) {
      isWaitingForReader = true
      response.once('drain', send)
      return
    }
    isWaitingForReader = false
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
  const schedule = () => {
    if (!isWaitingForReader) timer ??= setTimeout(send, batchDelayMs)
  }
  const forget = (id: string) => {
    changed.delete(id)
    if (forgotten.size < batchMax) forgotten.add(id)
    else isPartial = true
    schedule()
  }
  const stop = recorder.ring.listen({
    changed({ summary }) {
      if (!matchesFilter(summary, filter)) {
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
  const alive = setInterval(schedule, keepAliveMs)
  response.on('close', () => {
    stop()
    clearTimeout(timer)
    clearInterval(alive)
  })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send()
}
