import { mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pino from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startFakeApi } from '../testing/fake-api.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { startTestEdge } from '../testing/test-edge.ts'
import { visit } from '../testing/test-visitor.ts'
import { UsageJournal } from './journal.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await closeAll()
})

const timing = { usageMs: 20 }

/** Creates a data folder with a journal of this content. */
async function leaveJournal(...written: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'culvert-journal-'))
  closeLater(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'usage'))
  await writeFile(join(folder, 'usage', 'left.jsonl'), written.join('\n'))
  return folder
}

function row(requests: number, accountId = 'account-1') {
  const nothing = { failedRequests: 0, dataIn: 0, dataOut: 0, connectedSeconds: 0 }
  return { accountId, gatewayId: 'gateway-1', date: '2026-01-31', requests, ...nothing }
}

const line = JSON.stringify

async function hideFolder(folder: string): Promise<void> {
  await rename(folder, `${folder}-away`)
  await writeFile(folder, '')
}

async function failStatOnce(): Promise<void> {
  const file = await open(import.meta.filename)
  const prototype: unknown = Object.getPrototypeOf(file)
  await file.close()
  vi.spyOn(prototype as FileHandle, 'stat').mockRejectedValueOnce(new Error('ESTALE: stale file handle'))
}

describe('usage that an edge has left in its journal', () => {
  it('is reported by the next one: under its id if it had one, otherwise together, and not if it was counted', async () => {
    const folder = await leaveJournal(
      line({ rows: [row(1), row(2, 'account-2')] }),
      line({ rows: [row(4)] }),
      line({ reportId: 'sent', rows: [row(5)] }),
      line({ rows: [row(8)] }),
      line({ reportId: 'counted', rows: [row(16, 'account-3')] }),
      line({ over: 'counted' }),
      line({ reportId: 'refused', rows: [row(32, 'account-4')] }),
      line({ over: 'refused', rows: [row(32, 'account-4')] }),
      '',
    )
    const { api, edge } = await startTestEdge({ timing, environment: { CULVERT_DATA: folder } })
    expect(await api.usageReports.next()).toEqual({ reportId: 'sent', rows: [row(5)] })
    const { rows } = await api.usageReports.next()
    expect(rows).toEqual([row(2, 'account-2'), row(8), row(32, 'account-4')])
    await edge.close({ graceMs: 0 })
    expect(await readdir(join(folder, 'usage'))).toEqual([])
    expect(api.usageReports.unread).toEqual([])
  })

  it('keeps labels apart, and merges rows of an edge without labels with unlabelled ones', async () => {
    const folder = await leaveJournal(
      line({ rows: [row(1), { ...row(2), label: 'acme' }] }),
      line({
        rows: [
          { ...row(4), label: null },
          { ...row(8), label: 'acme' },
          { ...row(16), label: 'bolt' },
        ],
      }),
      '',
    )
    const { api } = await startTestEdge({ timing, environment: { CULVERT_DATA: folder } })
    const { rows } = await api.usageReports.next()
    expect(rows.map(({ label, requests }) => [label ?? null, requests])).toEqual([
      [null, 5],
      ['acme', 10],
      ['bolt', 16],
    ])
  })

  it('is read up to an unfinished line, and past corrupt ones', async () => {
    const folder = await leaveJournal(
      line({ rows: [row(1)] }),
      '\0\0\0',
      'null',
      line({ rows: [row(2)] }),
      line({ rows: [row(4)] }).slice(0, -1),
    )
    const { api } = await startTestEdge({ timing, environment: { CULVERT_DATA: folder } })
    expect((await api.usageReports.next()).rows).toEqual([row(3)])
  })

  it('gets the same ids no matter which edge reads it', async () => {
    const journal = [line({ rows: [row(1)] }), '']
    const [one, two] = [await leaveJournal(...journal), await leaveJournal(...journal)]
    const first = await startTestEdge({ timing, environment: { CULVERT_DATA: one } })
    const second = await startTestEdge({ timing, environment: { CULVERT_DATA: two } })
    expect(await first.api.usageReports.next()).toEqual(await second.api.usageReports.next())
  })
})

describe('a journal', () => {
  it('is taken over by an edge that starts while its own is still running, and its content counts once', async () => {
    const api = await startFakeApi()
    const environment = { CULVERT_DATA: await leaveJournal('') }
    const { port, edge, connectAgent } = await startTestEdge({ api, timing, environment })
    const agent = await connectAgent({ gatewayId: null })
    agent.serve((stream) => stream.respond(204))
    api.state.failure = 'UNAVAILABLE'
    for (let count = 0; count < 3; count += 1) await visit(port)
    await api.usageReports.next()

    const { edge: next } = await startTestEdge({ api, timing, environment })
    api.state.failure = undefined
    await visit(port)
    await edge.close({ graceMs: 0 })
    await next.close({ graceMs: 0 })
    const reports = new Map(api.usageReports.unread.map((report) => [report.reportId, report.rows]))
    expect([...reports.values()].flat().reduce((sum, { requests }) => sum + requests, 0)).toBe(4)
  })

  // As on a network disk that is away for a moment. Neither says that another edge has taken the file.
  it.each([
    ['whose folder is out of reach', hideFolder],
    ['whose state cannot be read', failStatOnce],
  ])('%s loses no usage, and does not end the edge', async (_, breakDisk) => {
    const api = await startFakeApi()
    const folder = await leaveJournal('')
    const { port, edge, connectAgent } = await startTestEdge({ api, timing, environment: { CULVERT_DATA: folder } })
    const agent = await connectAgent({ gatewayId: null })
    agent.serve((stream) => stream.respond(204))
    api.state.failure = 'UNAVAILABLE'
    for (let count = 0; count < 3; count += 1) await visit(port)
    await api.usageReports.next()
    await breakDisk(join(folder, 'usage'))
    await delay(3 * timing.usageMs)
    api.state.failure = undefined
    await visit(port)
    await edge.close({ graceMs: 0 })
    const reports = new Map(api.usageReports.unread.map((report) => [report.reportId, report.rows]))
    expect([...reports.values()].flat().reduce((sum, { requests }) => sum + requests, 0)).toBe(4)
  })

  it('that cannot be written shows in the metrics, does not stop reports, and is written as soon as possible', async () => {
    const folder = await leaveJournal('')
    const blocked = join(folder, 'blocked')
    await writeFile(blocked, '')
    const environment = { CULVERT_DATA: blocked, EDGE_OPERATIONS_PORT: '0' }
    const { api, port, edge, connectAgent } = await startTestEdge({ timing, environment })
    const isFailing = async () => {
      const { body } = await visit(edge.operationsPort ?? 0, { path: '/metrics' })
      return /^culvert_edge_usage_journals_failing (\d)$/m.exec(body)?.[1]
    }
    const agent = await connectAgent()
    agent.serve((stream) => stream.respond(204))
    await visit(port)
    expect((await api.usageReports.next()).rows).toMatchObject([{ requests: 1 }])
    expect(await isFailing()).toBe('1')

    await rm(blocked)
    while ((await isFailing()) === '1') await visit(port)
    expect(await readdir(join(blocked, 'usage'))).toHaveLength(1)
  })
})

it('journals that are opened in quick succession together take over everything that was left', async () => {
  const folder = join(await leaveJournal(line({ rows: [row(1)] }), ''), 'usage')
  for (let left = 0; left < 40; left += 1)
    await writeFile(join(folder, `left-${left}.jsonl`), `${line({ rows: [row(1)] })}\n`)
  const opening: ReturnType<typeof UsageJournal.open>[] = []
  for (let count = 0; count < 6; count += 1) {
    const before = await readdir(folder)
    opening.push(UsageJournal.open(folder, pino({ level: 'silent' })))
    while (isDeepStrictEqual(await readdir(folder), before)) continue
  }
  const opened = await Promise.all(opening)
  closeLater(() => Promise.all(opened.map(({ journal }) => journal.close())))
  expect(opened.map(({ journal }) => journal.isFailing)).toEqual(opened.map(() => false))
  expect(new Set(opened.flatMap(({ left }) => left.map(({ reportId }) => reportId))).size).toBe(41)
})
