import { describe, expect, it } from 'vitest'
import { RequestQueue } from './queue.ts'
import type { RequestRow } from './row.ts'

function rowOf(path: string, accountId = 'account-1'): RequestRow {
  return {
    id: path,
    startedAt: '2026-01-01T00:00:00.000Z',
    method: 'GET',
    hostname: 'demo.test',
    path,
    httpVersion: '1.1',
    status: 200,
    answeredBy: 'APP',
    isComplete: true,
    durationMs: 1,
    bytesIn: 0,
    bytesOut: 0,
    visitorAddress: '127.0.0.1',
    accountId,
  }
}

/** Takes everything that waits, in consecutive reports. */
function drain(queue: RequestQueue) {
  const batches = []
  for (let batch = queue.take(); batch !== undefined; batch = queue.take()) {
    batches.push(batch)
    queue.settle(batch)
  }
  return batches
}

describe('requests that wait for the API', () => {
  it('are at most 20,000; any newer ones are only counted', () => {
    const queue = new RequestQueue()
    for (let number = 0; number < 20_010; number += 1) queue.add(rowOf(`/${number}`))
    expect(queue.rowsWaiting).toBe(20_000)
    expect(queue.omitted.full).toBe(10)
    const batches = drain(queue)
    expect(batches.flatMap(({ unrecorded }) => unrecorded)).toEqual([
      { accountId: 'account-1', hostname: null, count: 10 },
    ])
    expect(batches.flatMap(({ requests }) => requests).at(-1)?.path).toBe('/19999')
    expect(queue.rowsWaiting).toBe(0)
  })

  it('take at most 16 MiB, and less than 900 kB in each report', () => {
    const queue = new RequestQueue()
    const path = `/${'"'.repeat(2_047)}`
    const row = { ...rowOf('/'), path, userAgent: '\u00ff'.repeat(256), reason: '\u00ff'.repeat(500) }
    for (let number = 0; number < 5_000; number += 1) queue.add(row)
    expect(queue.omitted.full).toBeGreaterThan(0)
    expect(queue.rowsWaiting * JSON.stringify(row).length).toBeLessThan(16 * 1024 * 1024)
    for (const batch of drain(queue)) expect(Buffer.byteLength(JSON.stringify(batch))).toBeLessThan(900_000)
  })

  it('take up room while a report is under way, and free it once the report is settled', () => {
    const queue = new RequestQueue()
    for (let number = 0; number < 20_000; number += 1) queue.add(rowOf(`/${number}`))
    const batch = queue.take()
    queue.add(rowOf('/late'))
    expect(queue.omitted.full).toBe(1)
    if (batch !== undefined) queue.settle(batch)
    queue.add(rowOf('/later'))
    expect(queue.omitted.full).toBe(1)
    expect(queue.rowsWaiting).toBe(19_501)
  })

  it('are counted for at most 20,000 accounts, in reports of 500; the metric counts all', () => {
    const queue = new RequestQueue()
    for (let number = 0; number < 20_010; number += 1) queue.omit('rate', `account-${number}`, 'demo.test')
    queue.omit('rate', 'account-0', 'demo.test')
    const batches = drain(queue)
    expect(batches).toHaveLength(40)
    const counts = batches.flatMap(({ unrecorded }) => unrecorded)
    expect(counts[0]).toEqual({ accountId: 'account-0', hostname: null, count: 2 })
    expect(queue.omitted.rate).toBe(20_011)
  })
})
