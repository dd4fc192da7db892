import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../ground/clock.ts'
import { loadApiConfig } from '../ground/config.ts'
import { openApp } from '../open-app.ts'
import type { App } from '../platform/app.ts'
import { TestApi } from '../testing/api.ts'
import { type OpenTestDatabase, testDatabases } from '../testing/databases.ts'
import {
  CreateGatewayDocument,
  SignInDocument,
  ReportTunnelsDocument,
  StartAgentDocument,
  ViewerDocument,
} from '../testing/generated/documents.ts'
import { createExotics, fillExotics, readAll } from '../testing/rows.ts'
import { edgeSecret } from '../testing/service-token.ts'
import { newUser, password, signUp } from '../testing/sign-up.ts'
import { runAdmin } from './program.ts'

const config = loadApiConfig({ PORT: '0', EDGE_SECRET: edgeSecret, LOG_LEVEL: 'silent', MAIL_OUTBOX_PORT: '0' })

const admin = async (app: App, ...args: string[]) => {
  const { exitCode, stdout, stderr } = await runAdmin([...args, '--json'], (work) => work(app))
  const printed = JSON.parse(exitCode === 0 ? stdout : stderr) as Record<string, unknown>
  return { exitCode, ...printed }
}

/** Runs a command on a database without a running server, as the command line does. */
async function adminOn(database: OpenTestDatabase, ...args: string[]) {
  const { app, close } = await openApp(config, database.join(), systemClock, pino({ level: 'silent' }))
  try {
    return await admin(app, ...args)
  } finally {
    await close()
  }
}

describe.each(testDatabases)('npm run admin -- backup of $name', (source) => {
  const api = new TestApi()
  let folder: string
  let file: string
  let rows: Record<string, string[]>
  let email: string
  let authId: string
  let accountId: string
  let agentId: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-backup-'))
    file = join(folder, 'culvert.backup')
    await api.start(await source.open(), {})
    const ada = await signUp(api, newUser({ firstName: 'Ada "\\\u{1F600}' }))
    email = ada.email
    const grace = await api.seed.owner('Grace')
    await grace.gateway('demo')
    const token = await grace.authToken()
    authId = token.secret
    accountId = grace.accountId
    agentId = (await grace.agent()).id
    await admin(api.app, 'site', 'switch', 'plan-changes', 'manual')
    await admin(api.app, 'accounts', 'set-plan', grace.namespace, 'Pro')
    await sql`
      insert into usage_metrics (account_id, date, api_requests, data_in_bytes, data_out_bytes, agent_run_seconds)
      select ${grace.accountId}, date '2000-01-01' + n, n, 9007199254740993, n, n / 7.0 from generate_series(1, 1234) as n
    `.execute(api.app.db)
    await sql`
      insert into api_keys (id, account_id, created_by, name, prefix, key_hash, scopes, created_at)
      values ('key', ${grace.accountId}, ${grace.user.id}, E'a\ttab\nand {"a,b"}\u2028', 'p', 'h', array['a,b', '"', null, ''],
        timestamptz '2026-11-23 14:00:00.123456+00')
    `.execute(api.app.db)
    await sql`
      insert into contact_requests (id, type, form_data, status, ip_address, created_at, updated_at)
      values ('r', 'issue', '{"z": 1, "a":  [1.50, "\\u0000"]}', 'new', '::1', now(), 'infinity')
    `.execute(api.app.db)
    await sql`
      insert into recorded_requests (id, account_id, kept_until, batch, started_at, method, hostname, path, http_version, status,
        answered_by, is_complete, duration_ms, bytes_in, bytes_out)
      values (gen_random_uuid(), 'a', 'infinity', 1, now(), 'GET', 'h', '/', '2', 200, 'APP', true, 1, 2, 3)
    `.execute(api.app.db)
    await sql`select nextval('provider_subscription_reads'), nextval('provider_subscription_reads')`.execute(api.app.db)
    await api.app.db.deleteFrom('jobs').execute()
    expect(await admin(api.app, 'backup', file)).toMatchObject({
      exitCode: 0,
      file,
      rows: { users: 2, write_probes: 0 },
    })
    // Recorded requests are left out.
    rows = { ...(await readAll(api.app.db)), recorded_requests_unlimited: [] }
  }, 120_000)
  afterAll(async () => {
    await api.close()
    await rm(folder, { recursive: true })
  })

  it('is one file with mode 0600 that is replaced only with --force, and leaves no partial file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await admin(api.app, 'backup', file)).toMatchObject({ exitCode: 1, error: { code: 'CONFLICT' } })
    const again = join(folder, 'again.backup')
    await writeFile(again, 'something else')
    expect(await admin(api.app, 'backup', again, '--force')).toMatchObject({ exitCode: 0 })
    expect(await admin(api.app, 'backup', join(folder, 'nowhere', 'file'))).toMatchObject({
      exitCode: 1,
      error: { code: 'CONFLICT', message: expect.stringContaining('its folder does not exist') },
    })
    // The partial file was removed.
    await mkdir(join(folder, 'taken'))
    expect(await admin(api.app, 'backup', join(folder, 'taken'), '--force')).toMatchObject({ exitCode: 1 })
    const socket = createServer().listen(join(folder, 'socket'))
    await once(socket, 'listening')
    expect(await admin(api.app, 'backup', join(folder, 'socket'), '--force')).toMatchObject({
      exitCode: 1,
      error: { code: 'CONFLICT', message: expect.stringContaining('is no file') },
    })
    expect((await stat(join(folder, 'socket'))).isSocket()).toBe(true)
    await new Promise((closed) => socket.close(closed))
    expect((await readdir(folder)).toSorted()).toEqual(['again.backup', 'culvert.backup', 'taken'])
  })

  describe.each(testDatabases)('restored to $name', (target) => {
    it('keeps tables and values of every kind', async () => {
      const [from, to] = [await source.open(), await target.open()]
      await Promise.all([from, to].map(({ db }) => createExotics(db)))
      await fillExotics(from.db)
      const exotics = join(folder, `exotics-${target.name}.backup`)
      expect(await adminOn(from, 'backup', exotics)).toMatchObject({ exitCode: 0, rows: { exotics: 3, a_child: 1 } })
      expect(await adminOn(to, 'restore', exotics)).toMatchObject({ exitCode: 0 })
      const { exotics: values, a_child: children } = await readAll(to.db)
      expect(values).toEqual((await readAll(from.db)).exotics)
      expect(children).toHaveLength(1)
      await Promise.all([from.close(), to.close()])
    }, 120_000)

    it('has the same rows; users, AuthIDs and agents continue, except agents started after the backup', async () => {
      const database = await target.open()
      expect(await adminOn(database, 'restore', file)).toMatchObject({ exitCode: 0, rows: { usage_metrics: 1_234 } })
      expect(await readAll(database.db)).toEqual(rows)
      const { rows: reads } = await sql`select nextval('provider_subscription_reads') as next`.execute(database.db)
      expect(reads).toEqual([{ next: 3 }])

      const restored = new TestApi()
      await restored.start(database, {})
      try {
        const input = { email, password, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
        const { session } = (await restored.client().run(SignInDocument, { input })).signIn
        expect(session.user.firstName).toBe('Ada "\\\u{1F600}')
        const agent = { accountId, forwardingTo: 'http://localhost:3000' }
        await restored.client(`Bearer ${authId}`).run(StartAgentDocument, { input: agent })
        const report = { edgeId: 'edge', complete: true, connected: [], held: [agentId, 'later'], disconnected: [] }
        const { reportTunnels } = await restored.edge().run(ReportTunnelsDocument, { input: report })
        expect(reportTunnels.ended).toEqual([{ agentId: 'later', reason: 'UNKNOWN' }])
        // The positions of the audit log are an identity column: no two entries share one.
        const { client } = await signUp(restored)
        const { memberships } = (await client.run(ViewerDocument, {})).viewer
        const gateway = { accountId: memberships[0]!.account.id, name: 'new', domain: 'culvert.localhost' }
        await client.run(CreateGatewayDocument, { input: gateway })
        const { rows: shared } = await sql`
          select position from audit_entries group by position having count(*) > 1
        `.execute(restored.app.db)
        expect(shared).toEqual([])
        expect(await admin(restored.app, 'restore', file)).toMatchObject({
          exitCode: 1,
          error: {
            code: 'CONFLICT',
            message: expect.stringMatching(/has users \(3, with 3 accounts\).*Restore into an empty one/),
          },
        })
      } finally {
        await restored.close()
      }
    }, 120_000)

    it('is brought up to date if an older version wrote it', async () => {
      const older = join(folder, 'older.backup')
      await writeFile(older, await withoutMigration(file))
      const database = await target.open()
      expect(await adminOn(database, 'restore', older)).toMatchObject({ exitCode: 0 })
      expect(await readAll(database.db)).toEqual(rows)
      // The database is up to date: another command opens it.
      expect(await adminOn(database, 'users', 'list')).toMatchObject({ exitCode: 0 })
      await database.close()
    }, 120_000)
  })

  describe('is refused, with nothing changed,', () => {
    let database: OpenTestDatabase
    let before: unknown
    beforeAll(async () => {
      database = await source.open()
      // The first command creates the settings of the installation.
      await adminOn(database, 'site', 'show')
      before = await readAll(database.db)
    }, 60_000)
    afterAll(() => database.close())

    const refuse = async (broken: string, message: RegExp) => {
      const refused = await adminOn(database, 'restore', broken)
      expect(refused).toMatchObject({ exitCode: 1, error: { message: expect.stringMatching(message) } })
      expect(await readAll(database.db)).toEqual(before)
    }

    it('when the database has tables of other programs', async () => {
      const older = join(folder, 'before.backup')
      await writeFile(older, await withoutMigration(file))
      const foreign = await source.open()
      await createExotics(foreign.db)
      await fillExotics(foreign.db)
      const had = await readAll(foreign.db)
      for (const from of [file, older]) {
        expect(await adminOn(foreign, 'restore', from)).toMatchObject({
          exitCode: 1,
          error: {
            code: 'CONFLICT',
            message: expect.stringMatching(/tables besides those .*: a_child, exotics\. Restore into/),
          },
        })
      }
      const { exotics, a_child: children } = await readAll(foreign.db)
      expect({ exotics, children }).toEqual({ exotics: had.exotics, children: had.a_child })
      await foreign.close()
    })

    it('when it is truncated', async () => {
      const cut = join(folder, 'cut.backup')
      const { size } = await stat(file)
      for (const length of [size - 1, Math.floor(size / 2), 5]) {
        await copyFile(file, cut)
        await truncate(cut, length)
        await refuse(cut, /is not a complete backup: it is cut off/)
      }
      const lines = gunzipSync(await readFile(file))
        .toString()
        .trimEnd()
        .split('\n')
      await writeFile(cut, gzipSync(`${lines.slice(0, -1).join('\n')}\n`))
      await refuse(cut, /is not a complete backup: it is cut off/)
    })

    it('when a byte of it has changed', async () => {
      const flipped = join(folder, 'flipped.backup')
      const bytes = await readFile(file)
      bytes[Math.floor(bytes.length / 2)]! ^= 1
      await writeFile(flipped, bytes)
      await refuse(flipped, /is not a complete backup: /)
      const text = gunzipSync(await readFile(file)).toString()
      await writeFile(flipped, gzipSync(text.replace('9007199254740993', '9007199254740994')))
      await refuse(flipped, /its digest does not match its contents/)
    })

    it('when it is from a newer version, is not a backup, or does not exist', async () => {
      const other = join(folder, 'other.backup')
      const text = gunzipSync(await readFile(file)).toString()
      await writeFile(other, gzipSync(withDigest(text.replace('"migrations":[', '"migrations":["9999-to-come",'))))
      await refuse(other, /is newer: this version does not know its migration 9999-to-come/)
      await writeFile(other, gzipSync(withDigest(text.replace('"version":1', '"version":2'))))
      await refuse(other, /has version 2 of the format/)
      await writeFile(other, 'PGDMP')
      await refuse(other, /is not a complete backup: its contents cannot be read/)
      await refuse(join(folder, 'nowhere'), /There is no file/)
      await refuse(folder, /is a folder\. Give the file of a backup\./)
    })
  })
})

/** A backup as written by a version that lacks a migration, which created a table. */
async function withoutMigration(file: string): Promise<Buffer> {
  const text = gunzipSync(await readFile(file)).toString()
  const older = text
    .replace(',"0040-write-probes"', '')
    .replace(/\{"table":"write_probes".*\n/, '')
    .replace(',"write_probes":0', '')
    .replace('"write_probes":0,', '')
  return gzipSync(withDigest(older))
}

/** Adds the correct digest to a text. */
function withDigest(text: string): string {
  const lines = text.trimEnd().split('\n')
  const trailer = JSON.parse(lines.pop()!) as { rows: unknown }
  const rest = `${lines.join('\n')}\n`
  const sha256 = createHash('sha256').update(rest).digest('hex')
  return `${rest}${JSON.stringify({ ...trailer, sha256 })}\n`
}
