import diagnostics from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { loadApiConfig } from '../ground/config.ts'
import { describeApi, type TestApi } from '../testing/api.ts'
import { ExportAccountDocument, SignOutDocument } from '../testing/generated/documents.ts'
import type { Member } from '../testing/seed.ts'
import { edgeSecret } from '../testing/service-token.ts'

const { socketTiming } = loadApiConfig({ EDGE_SECRET: edgeSecret })
// On a busy machine, the client of these tests reads nothing for a while: it is in the same process.
const drainMs = 3_000
const rowCount = 20_000

interface Answer {
  data?: { exportAccount: { json: string; path: string } } | null
  errors?: object[]
}

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

describeApi(
  "the download of an account's export",
  (api) => {
    const askFor = async ({ client, accountId }: Member): Promise<string> => {
      const { exportAccount } = await client.run(ExportAccountDocument, { input: { accountId } })
      return api.url + exportAccount.path
    }
    const countTaken = async ({ accountId }: Member) => {
      const { count } = await api.app.db
        .selectFrom('auditEntries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .where('action', '=', 'account.exported')
        .executeTakeFirstOrThrow()
      return count
    }

    let rich: Member
    beforeAll(async () => {
      rich = await api.seed.owner('Rich')
      await fill(api, rich)
    })

    it('is complete with 20,000 audit entries, and formatted as JSON.stringify does', async () => {
      const response = await fetch(await askFor(rich))
      expect(response.headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="culvert-${rich.namespace}-[\\d-]{10}\\.json"$`),
      )
      const json = await response.text()
      const data = JSON.parse(json)
      expect(json).toBe(JSON.stringify(data, null, 2))
      const names = data.auditEntries.map(({ objectName }: { objectName: string }) => objectName)
      const filled = names.filter((name: string) => name.startsWith('entry '))
      expect(filled).toEqual(Array.from({ length: rowCount }, (_, index) => `entry ${rowCount - index}`))
      const days = data.usageMetrics.map(({ date, gatewayId }: Record<string, string>) => `${date} ${gatewayId}`)
      expect(new Set(days).size).toBe(3_000)
    })

    it('works once, within a minute, and is recorded in the audit log', async () => {
      const ada = await api.seed.owner('Ada')
      const url = await askFor(ada)
      expect(await countTaken(ada)).toBe(0)
      expect((await fetch(url, { method: 'HEAD' })).status).toBe(405)
      const both = await Promise.all([fetch(url), fetch(url)])
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 404]))
      await Promise.all(both.map((response) => response.text()))
      expect(await countTaken(ada)).toBe(1)

      const late = await askFor(ada)
      api.clock.advance(60_000)
      expect((await fetch(late)).status).toBe(404)
      expect((await fetch(`${api.url}/export/none`)).status).toBe(404)
    })

    it('is refused to a user who has lost the role or the session by the time it begins', async () => {
      const ada = await api.seed.owner('Ada')
      const [demoted, signedOut] = [await askFor(ada), await askFor(ada)]
      const setRole = async (role: 'viewer' | 'super_admin') =>
        await api.app.db.updateTable('accountUsers').set({ role }).where('id', '=', ada.membershipId).execute()
      await setRole('viewer')
      const refused = await fetch(demoted)
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('Your role')])
      await setRole('super_admin')
      await ada.client.run(SignOutDocument, { input: { scope: 'CURRENT' } })
      expect((await fetch(signedOut)).status).toBe(404)
    })

    it('buffers under 2 MiB for a client that does not read, and disconnects it without delaying others', async () => {
      const { socket, waiting } = await stall(await askFor(rich))
      const healthMs: number[] = []
      while (!socket.destroyed) {
        const beganMs = performance.now()
        expect((await fetch(`${api.url}/healthz`)).status).toBe(200)
        healthMs.push(performance.now() - beganMs)
        // If a connection is not read, its end shows only when something is sent on it.
        socket.write('\r\n')
      }
      expect(Math.max(...waiting)).toBeGreaterThan(0)
      expect(Math.max(...waiting)).toBeLessThan(2 * 1024 * 1024)
      expect(healthMs.length).toBeGreaterThan(10)
      expect(await api.countStatements(async () => await fetch(`${api.url}/healthz`))).toBe(1)
    })

    it('equals the deprecated json field, which refuses an export above 4 MiB', async () => {
      const ada = await api.seed.owner('Ada')
      const query = 'mutation ($input: ExportAccountInput!) { exportAccount(input: $input) { json path } }'
      const ask = async ({ client, accountId }: Member) =>
        (await client.post({ query, variables: { input: { accountId } } })).body as Answer
      const exported = (await ask(ada)).data?.exportAccount
      const downloaded = JSON.parse(await (await fetch(`${api.url}${exported?.path}`)).text())
      expect(JSON.parse(exported?.json ?? '')).toEqual({
        ...downloaded,
        exportedAt: expect.any(String),
        auditEntries: expect.any(Array),
      })
      expect((await ask(rich)).errors).toMatchObject([
        { message: expect.stringContaining('`path`'), extensions: { code: 'BAD_USER_INPUT' } },
      ])
    })
  },
  () => ({ socketTiming: { ...socketTiming, drainMs } }),
)

/** Gives an account `rowCount` entries in its audit log, many of them at the same instant, and usage of 1,000 days and three gateways. */
async function fill({ app: { db } }: TestApi, { accountId }: Member): Promise<void> {
  await sql`
    insert into audit_entries (id, action, account_id, actor_kind, object_type, object_id, object_name, user_agent, created_at)
    select gen_random_uuid(), 'gateway.created', ${accountId}, 'SYSTEM', 'gateway', 'none', 'entry ' || number,
      repeat('x', 400), timestamptz '2026-01-01' + number / 7 * interval '1 microsecond'
    from generate_series(1, ${rowCount}::integer) as number order by number
  `.execute(db)
  await sql`
    insert into usage_metrics (account_id, gateway_id, date, api_requests, data_in_bytes, data_out_bytes, agent_run_seconds)
    select ${accountId}, gateway, date '2020-01-01' + day, 1, 1, 1, 1
    from generate_series(1, 1000) as day, (values ('a'), ('b'), (null)) as gateways (gateway)
  `.execute(db)
}

/** Requests a path and reads nothing of the response. Also returns the sizes of what was buffered for it in the API. */
async function stall(url: string): Promise<{ socket: Socket; waiting: number[] }> {
  const { hostname, port, pathname } = new URL(url)
  const waiting: number[] = []
  const watch = (message: unknown) => {
    const { socket: served } = message as { socket: Socket }
    const looking = setInterval(() => waiting.push(served.writableLength), 5)
    served.once('close', () => clearInterval(looking))
  }
  diagnostics.subscribe('net.server.socket', watch)
  const socket = connect({ host: hostname, port: Number(port) })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
  await fetch(new URL('/healthz', url))
  diagnostics.unsubscribe('net.server.socket', watch)
  return { socket, waiting }
}
