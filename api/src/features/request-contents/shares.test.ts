import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addMs, dayMs } from '../../ground/clock.ts'
import { createSealing } from '../../platform/sealing/sealing.ts'
import { describeApi } from '../../testing/api.ts'
import { answerAsAgent, type CalledEdge, makeDetail, startCalledEdge } from '../../testing/called-edge.ts'
import {
  AuditLogDocument,
  DeleteAccountDocument,
  EndRequestShareDocument,
  ReplayedRequestDocument,
  RequestContentDocument,
  ShareRequestDocument,
  StopAgentDocument,
} from '../../testing/generated/documents.ts'
import { makeRequest, readRequests, reportRequests } from '../../testing/recorded-requests.ts'
import type { Member } from '../../testing/seed.ts'
import { openCopy, sealCopy } from './copies.ts'

let edge: CalledEdge
beforeAll(async () => {
  edge = await startCalledEdge()
})
beforeEach(() => {
  edge.agent = answerAsAgent
})
afterAll(() => edge.close())

/** A sealing with another secret, which cannot open the copies. */
const openAnother = async () => createSealing('another secret of thirty-two characters')

/** An answer with a body of this many bytes. */
const sized = (bytes: number) => ({
  json: makeDetail({
    responseBody: {
      size: bytes,
      isTruncated: false,
      contentType: '',
      encoding: 'utf8',
      content: 'x'.repeat(bytes),
    },
  }),
})

describeApi(
  'shared requests',
  (api) => {
    let ada: Member
    let agentId: string
    let id: string
    const carry = async () => {
      const request = makeRequest(api, ada, { agentId, path: '/orders' })
      await reportRequests(api, [request])
      return request.id
    }
    beforeEach(async () => {
      ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: -1 })
      agentId = (await ada.agent()).id
      id = await carry()
    })

    const share = async (values: { id?: string; days?: number } = {}, { client }: Pick<Member, 'client'> = ada) =>
      (await client.run(ShareRequestDocument, { input: { accountId: ada.accountId, id, days: 7, ...values } }))
        .shareRequest.content
    const read = async ({ client }: Pick<Member, 'client'> = ada) =>
      (await client.run(RequestContentDocument, { accountId: ada.accountId, id })).account.requestContent
    const end = async ({ client }: Pick<Member, 'client'> = ada) =>
      (await client.run(EndRequestShareDocument, { input: { accountId: ada.accountId, id } })).endRequestShare.id
    /** Advances the clock past the lifetime of access tokens. */
    const pass = async (ms: number) => {
      api.clock.advance(ms)
      ada = { ...ada, client: (await api.seed.session(ada.user)).client }
    }
    const countRows = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from request_shares where account_id = ${ada.accountId}
      `.execute(api.app.db)
      return rows[0]?.count
    }

    it('are read from the copy once the agent has ended, even after the recorded request has expired', async () => {
      const shared = await share()
      expect(shared.share).toMatchObject({ sharedBy: 'Ada Example', viewerCanEnd: true })
      expect(await read()).toMatchObject({ content: { source: 'AGENT', share: shared.share } })
      await ada.client.run(StopAgentDocument, { input: { id: agentId } })
      const copy = { ...shared, source: 'SHARED_COPY' }
      expect(await read()).toEqual({ absence: null, explanation: null, content: copy })
      const vera = await ada.invite('Vera', 'viewer')
      expect((await read(vera))?.content?.share?.viewerCanEnd).toBe(false)

      const before = await ada.client.run(ReplayedRequestDocument, { accountId: ada.accountId, id })
      await pass(2 * dayMs)
      expect((await readRequests(ada)).nodes).toEqual([])
      expect(await ada.client.run(ReplayedRequestDocument, { accountId: ada.accountId, id })).toEqual(before)
      expect(before.account.request).toMatchObject({ id, path: '/orders' })
      expect((await read())?.content).toEqual(copy)
    })

    it('expire on time, and their copies are then deleted', async () => {
      await share({ days: 1 })
      await ada.client.run(StopAgentDocument, { input: { id: agentId } })
      await pass(dayMs - 60_000)
      expect(await read()).toMatchObject({ content: { source: 'SHARED_COPY' } })
      await pass(60_000)
      expect(await read()).toBeNull()
      await expect(end()).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await api.runJobs()
      api.clock.advance(60 * 60_000)
      await api.runJobs()
      expect(await countRows()).toBe(0)
    })

    it('are renewed when they are shared again', async () => {
      const first = await share({ days: 1 })
      edge.agent = () => ({ json: makeDetail({ reason: 'Later' }) })
      const second = await share({ days: 30 })
      expect(Date.parse(second.share?.expiresAt ?? '')).toBeGreaterThan(Date.parse(first.share?.expiresAt ?? ''))
      await ada.client.run(StopAgentDocument, { input: { id: agentId } })
      expect((await read())?.content).toMatchObject({ reason: 'Later', share: second.share })
      expect(await countRows()).toBe(1)
    })

    it('are sealed in the database, and cannot be opened for another account or another request', async () => {
      await share()
      const row = await api.app.db
        .selectFrom('requestShares')
        .selectAll()
        .where('accountId', '=', ada.accountId)
        .executeTakeFirstOrThrow()
      const stored = JSON.stringify(row)
      for (const text of ['book', 'orders', 'Created', 'demo.culvert.test']) expect(stored).not.toContain(text)
      expect(Buffer.from(row.sealedCopy.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('book')
      const { sealedCopy, ...key } = row
      expect(await openCopy(api.app, key, sealedCopy)).toMatchObject({ request: { id }, content: { status: 201 } })
      expect(await openCopy(api.app, { ...key, accountId: 'another' }, sealedCopy)).toBeUndefined()

      const other = await carry()
      await share({ id: other })
      await ada.client.run(StopAgentDocument, { input: { id: agentId } })
      expect(await read()).toMatchObject({ content: { source: 'SHARED_COPY' } })
      const { sealedCopy: copyOfOther } = await api.app.db
        .selectFrom('requestShares')
        .select('sealedCopy')
        .where('requestId', '=', other)
        .executeTakeFirstOrThrow()
      await api.app.db
        .updateTable('requestShares')
        .set({ sealedCopy: copyOfOther })
        .where('requestId', '=', id)
        .execute()
      expect(await read()).toMatchObject({ absence: 'AGENT_ENDED', content: null })
    })

    it('count as ended if the secret that sealed them is lost', async () => {
      await share()
      await ada.client.run(StopAgentDocument, { input: { id: agentId } })
      const { sealedCopy, ...key } = await api.app.db
        .selectFrom('requestShares')
        .selectAll()
        .where('accountId', '=', ada.accountId)
        .executeTakeFirstOrThrow()
      const copy = await openCopy(api.app, key, sealedCopy)
      if (!copy) throw new Error('The copy does not open.')
      const lost = await sealCopy({ openSealing: openAnother }, key, copy)
      await api.app.db.updateTable('requestShares').set({ sealedCopy: lost }).where('requestId', '=', id).execute()
      expect(await read()).toMatchObject({ absence: 'AGENT_ENDED', content: null })
    })

    it('can be ended only by the member who shared them, and by managers', async () => {
      const [vera, victor, anna] = [
        await ada.invite('Vera', 'viewer'),
        await ada.invite('Victor', 'viewer'),
        await ada.invite('Anna', 'admin'),
      ]
      await share({}, vera)
      await expect(end(victor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      expect(await end(vera)).toBe(id)
      await share({}, vera)
      expect(await end(anna)).toBe(id)
      await expect(end(anna)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(end(await api.seed.owner('Eve'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
      const { nodes } = (await ada.client.run(AuditLogDocument, { accountId: ada.accountId, page: 1, pageSize: 25 }))
        .account.auditLog
      const entries = nodes.filter(({ action }) => action.startsWith('request.'))
      const actions = ['request.share_ended', 'request.shared', 'request.share_ended', 'request.shared']
      expect(entries.map(({ action }) => action)).toEqual(actions)
      for (const { objectName } of entries) expect(objectName).toBe('GET demo.culvert.test/orders')
    })

    it('are not shortened or taken over by a member who shares the same request', async () => {
      const [vera, victor] = [await ada.invite('Vera', 'viewer'), await ada.invite('Victor', 'viewer')]
      const { share: first } = await share({ days: 30 }, vera)
      const { share: second } = await share({ days: 1 }, victor)
      expect(second).toMatchObject({ sharedBy: 'Vera Example', expiresAt: first?.expiresAt, viewerCanEnd: false })
      await expect(end(victor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      expect((await read(vera))?.content?.share).toMatchObject({ expiresAt: first?.expiresAt, viewerCanEnd: true })
    })

    it('are ended once by managers who end them at the same moment', async () => {
      const anna = await ada.invite('Anna', 'admin')
      await share()
      const outcomes = await Promise.allSettled([end(), end(anna)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const { nodes } = (await ada.client.run(AuditLogDocument, { accountId: ada.accountId, page: 1, pageSize: 25 }))
        .account.auditLog
      expect(nodes.filter(({ action }) => action === 'request.share_ended')).toHaveLength(1)
    })

    it('are limited to 100 per account, even if three requests compete for the last place', async () => {
      const now = api.clock.now()
      await sql`
        insert into request_shares (account_id, request_id, shared_by, shared_at, expires_at, sealed_copy)
        select ${ada.accountId}, gen_random_uuid(), ${ada.user.id}, ${now}, ${addMs(now, 60_000)}, ''
        from generate_series(1, 99)
      `.execute(api.app.db)
      const ids = [id, await carry(), await carry()]
      const outcomes = await Promise.allSettled(ids.map((each) => share({ id: each })))
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect(refused).toHaveLength(2)
      for (const reason of refused) {
        expect(reason).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('100 shared requests') })
      }
      expect(await countRows()).toBe(100)
      const [kept = ''] = ids.filter((_, index) => outcomes[index]?.status === 'fulfilled')
      await share({ id: kept })
      api.clock.advance(60_000)
      agentId = (await ada.agent()).id
      await share({ id: await carry() })
    })

    it('are limited to 2.5 MiB each', async () => {
      edge.agent = () => sized(2_621_440)
      await expect(share()).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('2621440') })
      edge.agent = () => sized(2_600_000)
      expect((await share()).responseBody.content).toHaveLength(2_600_000)
      await ada.client.run(StopAgentDocument, { input: { id: agentId } })
      expect((await read())?.content?.responseBody.content).toHaveLength(2_600_000)
    })

    it('require an agent that returns their content, and a lifetime of 1 to 30 days', async () => {
      for (const days of [0, 31]) {
        await expect(share({ days })).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'days' })
      }
      edge.agent = () => ({ status: 403, json: { message: 'Not from here.' } })
      await expect(share()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('Not from here.'),
      })
      expect(await countRows()).toBe(0)
    })

    it('are deleted with their account', async () => {
      await share()
      await ada.client.run(DeleteAccountDocument, { input: { accountId: ada.accountId, namespace: ada.namespace } })
      expect(await countRows()).toBe(0)
    })
  },
  () => ({ tunnelUrl: edge.url }),
)
