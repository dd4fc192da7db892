import { execFile, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadApiConfig } from '../ground/config.ts'
import { lockFolder } from '../platform/db/folder-lock.ts'
import { startApi } from '../start.ts'
import { TestClient } from '../testing/client.ts'
import { describePostgres, fillFolder } from '../testing/databases.ts'
import { SiteDocument } from '../testing/generated/documents.ts'

interface Ended {
  code: unknown
  stdout: string
  stderr: string
}

const main = join(import.meta.dirname, 'main.ts')

/** Runs a command; with `isRead` false, nobody reads what it prints. */
function runAdmin(
  folder: string,
  more: Record<string, string>,
  args: readonly string[],
  isRead = true,
): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, CULVERT_DATA: folder, ...more }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', main, ...args],
      { env, cwd: folder },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
    if (!isRead) child.stdout?.destroy()
  })
}

describe('the operator’s command line, as a process', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-admin-'))
    fillFolder(join(folder, 'database'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const admin = (...args: string[]) => adminWith({}, ...args)
  const adminWith = (more: Record<string, string>, ...args: string[]) => runAdmin(folder, more, args)

  it('has a running server carry out commands, including backups, and otherwise opens the data itself', async () => {
    const edgeSecret = 'the edge secret of the admin tests, long enough'
    const config = {
      CULVERT_DATA: folder,
      PORT: '0',
      MAIL_OUTBOX_PORT: '0',
      LOG_LEVEL: 'silent',
      EDGE_SECRET: edgeSecret,
    }
    const api = await startApi(loadApiConfig(config))
    const socket = join(folder, 'admin.sock')
    if (process.platform !== 'win32') expect((await stat(socket)).mode & 0o777).toBe(0o600)

    expect(await admin('site', 'brand', 'Aqueduct')).toEqual({
      code: 0,
      stdout: 'The product is called Aqueduct.\n',
      stderr: '',
    })
    const { site } = await new TestClient(api.url, undefined, () => Promise.resolve()).run(SiteDocument, {})
    expect(site.brandName).toBe('Aqueduct')
    const refused = await admin('jobs', 'retry', 'none', '--json')
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'NOT_FOUND' } })

    const ever = ['audit', 'export', '--from', '2000-01-01T00:00Z', '--to', '2999-01-01T00:00Z']
    const handedBack = await admin(...ever)
    expect(handedBack).toMatchObject({ code: 0, stdout: expect.stringMatching(/"action":"site\.[^\n]*\}\n$/) })

    const taken = await admin('backup', 'culvert.backup')
    const file = join(folder, 'culvert.backup')
    expect(taken).toEqual({ code: 0, stdout: expect.stringContaining(file), stderr: '' })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const elsewhere = { npm_lifecycle_event: 'admin', INIT_CWD: join(folder, 'tls') }
    await mkdir(elsewhere.INIT_CWD, { recursive: true })
    expect((await adminWith(elsewhere, 'backup', 'culvert.backup')).stdout).toContain(
      join(folder, 'tls', 'culvert.backup'),
    )
    const running = await admin('restore', 'culvert.backup')
    expect(running).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^A server runs on this database\. Stop it/),
    })

    await api.close()
    expect(existsSync(socket)).toBe(false)
    expect(await admin(...ever)).toEqual(handedBack)
    const { code, stdout } = await admin('site', 'show', '--json')
    expect({ code, site: JSON.parse(stdout) as unknown }).toMatchObject({ code: 0, site: { brandName: 'Aqueduct' } })
    await admin('site', 'brand', 'Viaduct')
    expect(await admin('restore', 'culvert.backup')).toMatchObject({ code: 0, stderr: '' })
    expect((await admin('site', 'show')).stdout).toContain('Aqueduct')
    expect(await admin('setup', '--owner', 'ada@example.com')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('http://localhost:4000/reset-password?access_token='),
    })
  }, 180_000)

  it('names the process that holds the data if it accepts no commands', async () => {
    const unlock = lockFolder(join(folder, 'database'))
    const { code, stderr } = await admin('site', 'show')
    unlock()
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining(`is in use by process ${process.pid}. Stop that process, or set CULVERT_DATA`),
    })
  })

  it('ends quietly if the reader of its answer is gone, as in a pipe to head', async () => {
    for (const args of [['site', 'show', '--json'], ['--help']]) {
      expect(await runAdmin(folder, {}, args, false)).toMatchObject({ code: 0, stderr: '' })
    }
    const log = ['audit', 'export', '--from', '2000-01-01T00:00Z', '--to', '2999-01-01T00:00Z']
    expect(await runAdmin(folder, {}, log, false)).toMatchObject({ code: 1, stderr: '' })
  })

  it.runIf(process.platform === 'linux')('fails, and says why, if its answer cannot be written', async () => {
    const full = openSync('/dev/full', 'w')
    for (const args of [['site', 'show'], ['--help']]) {
      const { status, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
        env: { PATH: process.env.PATH, CULVERT_DATA: folder },
        cwd: folder,
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      })
      expect({ status, stderr }).toEqual({
        status: 1,
        stderr: 'The answer cannot be printed: ENOSPC: no space left on device, write\n',
      })
    }
    closeSync(full)
  })

  it('reports wrong usage before it opens a database, and names every fault in the environment', async () => {
    const broken = { DATABASE_URL: 'mysql://localhost', REDIS_URL: 'localhost' }
    expect(await adminWith(broken, 'site', 'brands')).toMatchObject({ code: 2, stdout: '' })
    const { code, stderr } = await adminWith(broken, 'site', 'show', '--json')
    expect({ code, ...(JSON.parse(stderr) as object) }).toMatchObject({ code: 1, error: { code: 'CONFIGURATION' } })
    expect(stderr).toMatch(/DATABASE_URL must be .*REDIS_URL must be/)
  })
})

describePostgres('the operator’s command line on PostgreSQL', (postgres) => {
  it('refuses to reseal without the sealing secret of the servers, and names the missing variable', async () => {
    const { url, close } = await postgres.open()
    const database = { DATABASE_URL: url ?? '' }
    const reseal = (more: Record<string, string>) => runAdmin(tmpdir(), { ...database, ...more }, ['secrets', 'reseal'])
    expect(await reseal({})).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('- SEALING_SECRET must be that of the servers, or EDGE_SECRET if they have none'),
    })
    const secret = 'a secret of these tests, which is long enough'
    for (const variable of ['SEALING_SECRET', 'EDGE_SECRET']) {
      expect(await reseal({ [variable]: secret })).toMatchObject({ code: 0, stderr: '' })
    }
    await close()
  }, 60_000)

  it('says in one answer that the database is read-only', async () => {
    const { url = '', db, close } = await postgres.open()
    await sql.raw(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`).execute(db)
    const refused = await runAdmin(tmpdir(), { DATABASE_URL: url }, [
      'accounts',
      'suspend',
      'ada',
      '--reason',
      'x',
      '--json',
    ])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: { code: 'UNAVAILABLE', message: expect.stringMatching(/^The database is read-only\. /) },
    })
    await close()
  }, 60_000)
})
