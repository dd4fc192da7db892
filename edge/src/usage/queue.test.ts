import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { expect, it } from 'vitest'
import { encodeLine, replayLines } from './journal-lines.ts'
import { UsageQueue } from './queue.ts'

const row = (requests: number) => ({
  accountId: 'account-1',
  gatewayId: 'gateway-1',
  date: '2026-01-31',
  requests,
  failedRequests: 0,
  dataIn: 0,
  dataOut: 0,
  connectedSeconds: 0,
})

it('reports with equal keys that the API refuses one after the other are still whole in the journal', async () => {
  const journal: string[] = []
  const left = [3, 4].map((requests) => ({ reportId: `left-${requests}`, rows: [row(requests)] }))
  const queue = new UsageQueue(pino({ level: 'silent' }), (line) => journal.push(encodeLine(line)), left)
  for (const line of queue.list()) journal.push(encodeLine(line))
  const takeNow = async () => {
    for (;;) {
      const batch = queue.take()
      if (batch !== undefined) return batch
      await delay(20)
    }
  }
  for (const _ of left) queue.putBack(await takeNow())
  queue.add([row(5)])
  await takeNow()
  const { reports, waiting } = replayLines(journal.join(''))
  const rows = [...reports.flatMap((report) => report.rows), ...waiting]
  expect(rows.reduce((sum, { requests }) => sum + requests, 0)).toBe(12)
})
