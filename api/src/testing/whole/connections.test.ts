import { isObjectType } from 'graphql'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { schema } from '../../features/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { describeApi, type TestApi } from '../api.ts'
import { addRows, addWebhook, type GrowingList, growingLists, type Owner } from '../listed-rows.ts'
import type { Member } from '../seed.ts'

/** A part of a list as a client sees it. */
interface Part {
  edges: { cursor: string; node: { id: string } }[]
  nodes: { id: string }[]
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null }
}

type Arguments = Record<string, number | string | undefined>

/** A member with a separate list. */
interface Reader extends Owner {
  member: Member
  list: GrowingList
}

const part = 'edges { cursor node { id } } nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }'

async function createReader(api: TestApi, list: GrowingList): Promise<Reader> {
  const { app } = api
  const member = await api.seed.owner('Ada')
  const { accountId, user } = member
  return { member, list, accountId, userId: user.id, webhookId: await addWebhook(app.db, member, api.clock.now()) }
}

/** Requests a part of the list, and returns the whole answer. */
async function ask({ member, list, accountId, webhookId }: Reader, args: Arguments) {
  const [type = '', field = ''] = list.name.split('.')
  const given = Object.entries(args).filter(([, value]) => value !== undefined)
  const text = given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')
  const selection = `${field}${text === '' ? '' : `(${text})`} { ${part} }`
  const around: Record<string, string> = {
    Viewer: `viewer { it: ${selection} }`,
    Account: `account(id: "${accountId}") { it: ${selection} }`,
    Webhook: `account(id: "${accountId}") { webhook(id: "${webhookId}") { it: ${selection} } }`,
  }
  return (await member.client.post({ query: `{ ${around[type]} }` })).body
}

async function read(reader: Reader, args: Arguments): Promise<Part> {
  const { data, errors } = await ask(reader, args)
  expect(errors).toBeUndefined()
  const { viewer, account } = data as Record<string, { it?: Part; webhook?: { it: Part } } | undefined>
  const found = viewer?.it ?? account?.it ?? account?.webhook?.it
  if (!found) throw new Error('The answer has no part of the list.')
  expect(found.nodes).toEqual(found.edges.map(({ node }) => node))
  return found
}

async function refuse(reader: Reader, after: string, message: RegExp): Promise<void> {
  expect((await ask(reader, { first: 3, after })).errors?.[0]).toMatchObject({
    message: expect.stringMatching(message),
    extensions: { code: 'BAD_USER_INPUT', field: 'after' },
  })
}

const forge = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url')

const idsOf = ({ nodes }: Part) => nodes.map(({ id }) => id)

const firstInstant = new Date('2026-03-01T00:00:00.000Z')

/** The instant of a row: three rows share each. */
const instantOf = (index: number) => addMs(firstInstant, Math.floor(index / 3) * 1_000)

const rowCount = 40

/** Empties a list and fills it, oldest first. */
async function fill(api: TestApi, reader: Reader): Promise<string[]> {
  const { db } = api.app
  await sql`delete from ${sql.table(reader.list.table)}`.execute(db)
  // The owner stays, as the oldest member.
  if (reader.list.table === 'account_users') {
    const { accountId, userId, member } = reader
    await db
      .insertInto('accountUsers')
      .values({ id: member.membershipId, accountId, userId, role: 'super_admin', createdAt: new Date(0) })
      .execute()
  }
  return await addRows(
    db,
    reader.list,
    reader,
    Array.from({ length: rowCount }, (_, index) => instantOf(index)),
  )
}

describe('the lists of this test', () => {
  it('are all that have a connection', () => {
    const connections = Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`))
      .filter((name) => name.endsWith('Connection'))
    expect(growingLists.map(({ name }) => name).toSorted()).toEqual(connections.toSorted())
  })
})

describeApi('connections', (api) => {
  describe.each(growingLists)('$name', (list) => {
    it.each(['forwards', 'backwards'] as const)(
      'returns each row once in pages of 7 read %s, while rows come and go, including that of the cursor',
      async (direction) => {
        const reader = await createReader(api, list)
        const { db } = api.app
        const stays = new Set(await fill(api, reader))
        const seen: string[] = []
        let cursor: string | null = null
        for (let pages = 0; ; pages += 1) {
          expect(pages).toBeLessThan(30)
          const args: Arguments =
            direction === 'forwards'
              ? { first: 7, after: cursor ?? undefined }
              : { last: 7, before: cursor ?? undefined }
          const found = await read(reader, args)
          seen.push(...idsOf(found))
          const { hasNextPage, hasPreviousPage, startCursor, endCursor } = found.pageInfo
          if (!(direction === 'forwards' ? hasNextPage : hasPreviousPage)) break
          cursor = direction === 'forwards' ? endCursor : startCursor
          // The row of the cursor is deleted, and an unread one; others are added on both sides, and at instants that have rows.
          const last = direction === 'forwards' ? found.nodes.at(-1)?.id : found.nodes[0]?.id
          const unseen = [...stays].find((id) => !seen.includes(id))
          for (const id of [last, unseen]) {
            if (id === undefined || id === reader.member.membershipId) continue
            stays.delete(id)
            await sql`delete from ${sql.table(list.table)} where id = ${id}`.execute(db)
          }
          await addRows(db, list, reader, [instantOf(pages), instantOf(pages * 7), instantOf(rowCount - pages)])
        }
        expect(seen.length).toBe(new Set(seen).size)
        expect([...stays].filter((id) => !seen.includes(id))).toEqual([])
      },
    )

    it('has the same order from either end, and between two cursors', async () => {
      const reader = await createReader(api, list)
      await fill(api, reader)
      const all = await read(reader, { first: 100 })
      expect(all.nodes.length).toBeGreaterThanOrEqual(rowCount)
      expect(idsOf(await read(reader, { last: 100 }))).toEqual(idsOf(all))
      expect(all.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false })

      const [after, before] = [all.edges[4]?.cursor, all.edges[15]?.cursor]
      const between = idsOf(all).slice(5, 15)
      expect(idsOf(await read(reader, { first: 50, after, before }))).toEqual(between)
      const head = await read(reader, { first: 3, after, before })
      expect(idsOf(head)).toEqual(between.slice(0, 3))
      expect(head.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
      const tail = await read(reader, { last: 3, after, before })
      expect(idsOf(tail)).toEqual(between.slice(-3))
      expect(tail.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
      // Nothing lies ahead of the first row, and nothing behind the last one.
      expect((await read(reader, { last: 3, before: all.edges[3]?.cursor })).pageInfo.hasPreviousPage).toBe(false)
      expect((await read(reader, { first: 3, after: all.edges.at(-4)?.cursor })).pageInfo.hasNextPage).toBe(false)
    })

    it('returns 20 rows by default, and refuses counts outside 1 to its maximum, and both ends at once', async () => {
      const reader = await createReader(api, list)
      await fill(api, reader)
      expect((await read(reader, {})).nodes).toHaveLength(20)
      const most = { 'Account.agentsConnection': 1_000, 'Account.auditLogConnection': 200 }
      const countMax = { ...most, 'Viewer.auditLogConnection': 200 }[list.name] ?? 100
      await read(reader, { first: countMax })
      await read(reader, { last: countMax })
      for (const args of [{ first: 0 }, { first: countMax + 1 }, { last: -1 }, { last: countMax + 1 }]) {
        const [[field, count] = []] = Object.entries(args)
        expect((await ask(reader, args)).errors?.[0]).toMatchObject({
          message: `${field} must be a number from 1 to ${countMax}, not ${count}`,
          extensions: { code: 'BAD_USER_INPUT', field },
        })
      }
      expect((await ask(reader, { first: 1, last: 1 })).errors?.[0]).toMatchObject({
        message: 'Give first or last, not both: a page is counted from one end of the list.',
        extensions: { code: 'BAD_USER_INPUT', field: 'last' },
      })
    })

    it('refuses cursors of other objects or lists, and text that is not a cursor', async () => {
      const reader = await createReader(api, list)
      await fill(api, reader)
      const { endCursor } = (await read(reader, { first: 3 })).pageInfo
      await refuse(await createReader(api, list), endCursor ?? '', /is a cursor of .* of another object\./)
      const otherList = growingLists.find(({ table }) => table !== list.table) ?? list
      await refuse({ ...reader, list: otherList }, endCursor ?? '', new RegExp(`not one of ${list.name}\\.`))
      const [, ...rest] = JSON.parse(Buffer.from(endCursor ?? '', 'base64url').toString()) as unknown[]
      const foreign = ['', 'x', forge(null), forge([2, ...rest]), forge([1, ...rest.slice(0, 3), 1e300, 'x'])]
      for (const text of [...foreign, forge([1, ...rest.slice(0, 4), "x'\u0000"]), 'A'.repeat(100_000)]) {
        await refuse(reader, text, new RegExp(`^after must be a cursor that ${list.name} returned, not ".{0,41}"`))
      }
    })

    it('follow or refuse a forged cursor, whatever its position', async () => {
      const reader = await createReader(api, list)
      await fill(api, reader)
      const { endCursor } = (await read(reader, { first: 3 })).pageInfo
      const [version, field, owner, filter, at, id] = JSON.parse(
        Buffer.from(endCursor ?? '', 'base64url').toString(),
      ) as unknown[]
      const positions = [8.64e15, -8.64e15, -2e14, 0.5].map((instant) => [instant, id])
      const ids = ['x', 'a_-', 1, -1, Number.MAX_SAFE_INTEGER].map((other) => [at, other])
      const failed: unknown[] = []
      for (const position of [...positions, ...ids]) {
        for (const side of ['after', 'before']) {
          const { errors } = await ask(reader, {
            first: 3,
            [side]: forge([version, field, owner, filter, ...position]),
          })
          const code = errors?.[0]?.extensions?.code
          if (code !== undefined && code !== 'BAD_USER_INPUT') failed.push({ position, side, code })
        }
      }
      expect(failed).toEqual([])
    })
  })

  it('refuse a cursor under another filter, and accept it under the same states in any order', async () => {
    const list = growingLists.find(({ table }) => table === 'domains')
    if (!list) throw new Error('There is no list of domains.')
    const reader = await createReader(api, list)
    await fill(api, reader)
    const run = async (args: string) => {
      const query = `{ account(id: "${reader.accountId}") { domainsConnection(first: 3, ${args}) { pageInfo { endCursor } } } }`
      const { data, errors } = (await reader.member.client.post({ query })).body
      const { account } = data as { account: { domainsConnection: Pick<Part, 'pageInfo'> | null } }
      return { cursor: account.domainsConnection?.pageInfo.endCursor, errors }
    }
    const { cursor } = await run('status: [pending, verified]')
    expect((await run(`status: [verified, pending], after: "${cursor}"`)).errors).toBeUndefined()
    for (const filter of ['', 'status: [pending],', 'status: null,']) {
      expect((await run(`${filter} after: "${cursor}"`)).errors?.[0]?.message).toMatch(/with other filters/)
    }
    const { cursor: bare } = await run('status: null')
    expect((await run(`after: "${bare}"`)).errors).toBeUndefined()
    expect((await run(`status: []`)).cursor).toBeNull()
  })

  it('take one statement more than the account, or two if asked what lies on the other side of a cursor', async () => {
    const list = growingLists.find(({ table }) => table === 'gateways')
    if (!list) throw new Error('There is no list of gateways.')
    const reader = await createReader(api, list)
    await fill(api, reader)
    const { endCursor } = (await read(reader, { first: 3 })).pageInfo
    const count = async (selection: string) =>
      await api.countStatements(() =>
        reader.member.client.post({ query: `{ account(id: "${reader.accountId}") { id ${selection} } }` }),
      )
    const alone = await count('')
    const select = (fields: string) => `gatewaysConnection(first: 3, after: "${endCursor}") { ${fields} }`
    expect(await count(select('nodes { id } pageInfo { hasNextPage endCursor }'))).toBe(alone + 1)
    expect(await count(select('nodes { id } pageInfo { hasPreviousPage }'))).toBe(alone + 2)
  })
})
