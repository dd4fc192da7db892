import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOperator, recordAudit } from '../platform/audit/service.ts'
import { describeApi } from '../testing/api.ts'
import type { Caller } from './outcome.ts'
import { runAdmin } from './program.ts'

const hour = (from: Date) => {
  const to = new Date(from.getTime() + 3_600_000)
  return ['--from', from.toISOString(), '--to', to.toISOString()]
}

const parse = (lines: string) =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { objectId: string; accountId: string | null; createdAt: string })

describeApi('npm run admin -- audit export', (api) => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-audit-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const run = (args: string[], more: Partial<Caller> = {}) =>
    runAdmin(['audit', 'export', ...args], (work) => work(api.app), { folder, isServer: true, ...more })
  /** Writes one entry per second, and returns their hour. */
  const record = async (count: number, accountId: string | null = null, objectName = 'x') => {
    api.clock.advance(3_600_000)
    const from = api.clock.now()
    await api.app.change(async (trx) => {
      for (let index = 0; index < count; index += 1) {
        // Entries of the same instant keep their order.
        if (index % 2 === 0) api.clock.advance(1_000)
        const object = { accountId, objectType: 'gateway' as const, objectId: String(index), objectName }
        await recordAudit(trx, asOperator(api.app), { action: 'test.done', ...object })
      }
    })
    return hour(from)
  }

  it('prints each entry of a range as one line, oldest first, page by page', async () => {
    const range = await record(1_203)
    const printed: string[] = []
    const print = async (text: string) => void printed.push(text)
    expect(await run(range, { print })).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    expect(printed).toHaveLength(3)
    const entries = parse(printed.join(''))
    expect(entries.map(({ objectId }) => objectId)).toEqual(Array.from({ length: 1_203 }, (_, index) => String(index)))
    expect(entries[0]).toEqual({
      id: expect.any(String),
      action: 'test.done',
      accountId: null,
      actorKind: 'OPERATOR',
      actorUserId: null,
      credentialId: null,
      objectType: 'gateway',
      objectId: '0',
      objectName: 'x',
      changes: null,
      ipAddress: null,
      userAgent: null,
      createdAt: expect.any(String),
    })
  })

  it('includes the start of its range and excludes the end', async () => {
    const range = await record(2)
    const { stdout } = await run(range)
    const [first] = parse(stdout)
    const at = first?.createdAt ?? ''
    const second = new Date(Date.parse(at) + 1_000).toISOString()
    expect(parse((await run(['--from', at, '--to', second])).stdout)).toHaveLength(2)
    expect((await run(['--from', second, '--to', new Date(Date.parse(second) + 1).toISOString()])).stdout).toBe('')
    expect((await run([...range.slice(0, 2), '--to', at])).stdout).toBe('')
  })

  it('exports only the entries of one account, even after it is deleted', async () => {
    const ada = await api.seed.owner('Ada')
    const range = await record(3, ada.accountId)
    await api.app.change((trx) =>
      recordAudit(trx, asOperator(api.app), {
        action: 'x.y',
        accountId: 'other',
        objectType: 'gateway',
        objectId: 'x',
      }),
    )
    expect(parse((await run([...range, '--account', ada.namespace])).stdout)).toHaveLength(3)
    await runAdmin(['accounts', 'delete', ada.accountId, '--confirm', ada.namespace], (work) => work(api.app))
    const { stdout } = await run([...range, '--account', ada.accountId])
    expect(new Set(parse(stdout).map(({ accountId }) => accountId))).toEqual(new Set([ada.accountId]))
    expect(await run([...range, '--account', 'nobody-at-all'])).toMatchObject({ exitCode: 1, stdout: '' })
  })

  it('writes a file with mode 0600, and replaces an existing one only with --force', async () => {
    const range = await record(5)
    const file = join(folder, 'audit.jsonl')
    const { size } = await run([...range, '--file', 'audit.jsonl']).then(() => stat(file))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(parse(await readFile(file, 'utf8'))).toHaveLength(5)
    expect(await run([...range, '--file', 'audit.jsonl'])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('exists already'),
    })
    expect(await run([...range, '--file', 'audit.jsonl', '--force'])).toEqual({
      exitCode: 0,
      stdout: `${file} holds 5 entries in ${size} bytes.\n`,
      stderr: '',
    })
  })

  it('refuses to return more than 4 MiB if a server runs it, and suggests --file', async () => {
    const range = await record(500, null, 'x'.repeat(9_000))
    expect(await run(range)).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('--file') })
    expect(await run([...range, '--file', 'large.jsonl'])).toMatchObject({ exitCode: 0 })
  })

  it('refuses a range that is reversed, malformed or incomplete', async () => {
    const [, from = '', , to = ''] = hour(new Date('2026-11-25T10:00:00Z'))
    expect(await run(['--from', to, '--to', from])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('to must be later than from'),
    })
    expect(await run(['--from', 'yesterday', '--to', to])).toMatchObject({ exitCode: 2 })
    expect(await run(['--from', from])).toMatchObject({ exitCode: 2 })
  })
})
