import type { ServerResponse } from 'node:http'
import type { RequestChanges, RequestSummary } from '../inspection/api-types.ts'
import type { Recorder } from '../inspection/recorder.ts'

/** How long changes are gathered, in milliseconds: a screen cannot be read faster. */
const gatherMs = 100
/** Changes of one batch; those that came first are left out. */
const batchMax = 500
/** How often something is sent, so that either side notices that the other has gone, in milliseconds. */
const aliveMs = 15_000

/** Sends what changes, as server-sent events of a batch each, until the caller leaves. The first comes at once. */
export function followChanges(recorder: Recorder, response: ServerResponse): void {
  const changed = new Map<string, RequestSummary>()
  const forgotten = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  function send(): void {
    timer = undefined
    // A reader that is slow gets one large batch later.
    if (response.writableNeedDrain) {
      response.once('drain', send)
      return
    }
    const changes: RequestChanges = {
      requests: [...changed.values()].slice(-batchMax),
      forgotten: [...forgotten],
      keeping: recorder.keeping,
    }
    changed.clear()
    forgotten.clear()
    response.write(`data: ${JSON.stringify(changes)}\n\n`)
  }
  const schedule = () => (timer ??= setTimeout(send, gatherMs))
  const stop = recorder.ring.listen({
    changed({ summary }) {
      changed.delete(summary.id)
      changed.set(summary.id, { ...summary })
      if (changed.size > batchMax) for (const [oldest] of [...changed].slice(0, 1)) changed.delete(oldest)
      schedule()
    },
    forgotten(id) {
      changed.delete(id)
      if (forgotten.size < batchMax) forgotten.add(id)
      schedule()
    },
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
