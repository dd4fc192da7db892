import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { RecordedRequestInput } from '../../generated/schema.ts'
import { addMs, hourMs } from '../../ground/clock.ts'
import { describeApi } from '../../testing/api.ts'
import {
  DeleteAccountDocument,
  OneRequestDocument,
  RecordingDocument,
  SetRequestRecordingDocument,
} from '../../testing/generated/documents.ts'
import { makeRequest, readRequests, reportRequests } from '../../testing/recorded-requests.ts'
import type { Member } from '../../testing/seed.ts'

describeApi('recorded requests', (api) => {
  const make = (owner: Pick<Member, 'accountId'>, values?: Partial<RecordedRequestInput>) =>
    makeRequest(api, owner, values)
  const report = (...args: Parameters<typeof reportRequests> extends [unknown, ...infer Rest] ? Rest : never) =>
    reportRequests(api, ...args)

  describe('reportRequests', () => {
    it('records a request as the edge reports it', async () => {
      const ada = await api.seed.owner('Ada')
      const { id: gatewayId } = await ada.gateway('demo')
      const answered = make(ada, { gatewayId, messagesIn: 3, messagesOut: 4, status: 101, httpVersion: '2' })
      const { accountId: _accountId, ...shown } = answered
      expect(await report([answered])).toBe(1)
      const expected = { ...shown, startedAt: answered.startedAt.toISOString(), code: null, reason: null }
      expect((await readRequests(ada)).nodes).toEqual([expected])
      const { account } = await ada.client.run(OneRequestDocument, { accountId: ada.accountId, id: answered.id })
      expect(account.request).toEqual({ ...expected, failure: null })
    })

    it('records why the edge answered with an error page, which is shown with a fix', async () => {
      const ada = await api.seed.owner('Ada')
      const refused = make(ada, {
        status: 502,
        answeredBy: 'EDGE',
        code: 'CULVERT_APP_REFUSED',
        reason: 'connect ECONNREFUSED',
      })
      await report([refused])
      const { account } = await ada.client.run(OneRequestDocument, { accountId: ada.accountId, id: refused.id })
      expect(account.request?.failure).toEqual({
        requestId: refused.id,
        code: 'CULVERT_APP_REFUSED',
        cause: 'Nothing listens at the local address that the agent forwards to.',
        fix: 'Start your app, or start the agent again with the right port.',
        detail: 'connect ECONNREFUSED',
      })
    })

    it('records each request once, however often and in however many reports it is sent', async () => {
      const ada = await api.seed.owner('Ada')
      const request = make(ada)
      const reportId = randomUUID()
      const counts = await Promise.all([1, 2, 3].map(() => report([request], { reportId })))
      expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
      const other = make(ada)
      expect(await report([request, other])).toBe(1)
      expect((await readRequests(ada)).nodes.map(({ id }) => id)).toEqual([other.id, request.id])
    })

    it('finds the gateway of a request without a tunnel, and drops one for an unknown hostname', async () => {
      const ada = await api.seed.owner('Ada')
      const { id: gatewayId, subdomain: hostname } = await ada.gateway('demo')
      const offline = { accountId: null, agentId: null, answeredBy: 'EDGE', code: 'CULVERT_TUNNEL_OFFLINE' } as const
      const known = make(ada, { ...offline, hostname })
      const unknown = make(ada, { ...offline, hostname: 'nobody.culvert.test' })
      expect(await report([known, unknown])).toBe(1)
      expect((await readRequests(ada)).nodes).toMatchObject([
        { id: known.id, gatewayId, agentId: null, code: 'CULVERT_TUNNEL_OFFLINE' },
      ])
    })

    it('drops requests of unknown and deleted accounts', async () => {
      const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
      await sam.client.run(DeleteAccountDocument, { input: { accountId: sam.accountId, namespace: sam.namespace } })
      const requests = [make(ada), make(sam), make({ accountId: 'nobody' })]
      expect(await report(requests, { unrecorded: [{ accountId: sam.accountId, count: 3 }] })).toBe(1)
    })

    it('truncates the method, path, user agent and reason', async () => {
      const ada = await api.seed.owner('Ada')
      const long = {
        method: 'M'.repeat(33),
        path: `/${'p'.repeat(2_048)}`,
        userAgent: 'u'.repeat(257),
        reason: 'r'.repeat(501),
      }
      await report([make(ada, long)])
      const [node] = (await readRequests(ada)).nodes
      const lengths = [node?.method, node?.path, node?.userAgent, node?.reason].map((text) => text?.length)
      expect(lengths).toEqual([32, 2_048, 256, 500])
    })

    it.each<[string, Partial<RecordedRequestInput>, string]>([
      ['id', { id: '17' }, 'The id of a request must be a UUID, not "17"'],
      ['hostname', { hostname: 'h'.repeat(254) }, 'hostname has at most 253 characters, not 254'],
      ['code', { code: 'c'.repeat(65) }, 'code has at most 64 characters, not 65'],
      ['status', { status: 99 }, 'status must be a number from 100 to 999, not 99'],
      ['durationMs', { durationMs: -1 }, 'durationMs must be a number from 0, not -1'],
      ['firstByteMs', { firstByteMs: -0.5 }, 'firstByteMs must be a number from 0, not -0.5'],
    ])('refuses a request with an invalid %s', async (field, values, message) => {
      const ada = await api.seed.owner('Ada')
      const refused = report([make(ada), make(ada, values)])
      await expect(refused).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field, message })
      expect((await readRequests(ada)).nodes).toEqual([])
    })

    it('accepts 500 requests and 500 counts, and refuses more', async () => {
      const ada = await api.seed.owner('Ada')
      const requests = Array.from({ length: 500 }, () => make(ada))
      expect(await report(requests, { unrecorded: makeCounts(500) })).toBe(500)
      await expect(report([...requests, make(ada)])).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: 'A report has at most 500 entries in requests, not 501',
      })
      await expect(report([], { unrecorded: makeCounts(501) })).rejects.toMatchObject({
        message: 'A report has at most 500 entries in unrecorded, not 501',
      })
      await expect(report([], { reportId: 'no id' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    })
  })

  describe('an unrecorded request', () => {
    it('is counted once per report, by account or by the gateway of a hostname, and shown for an hour', async () => {
      const ada = await api.seed.owner('Ada')
      const { subdomain: hostname } = await ada.gateway('demo')
      const unrecorded = [
        { accountId: ada.accountId, count: 40 },
        { hostname, count: 2 },
        { hostname: 'nobody.culvert.test', count: 9 },
      ]
      const reportId = randomUUID()
      await Promise.all([1, 2].map(() => report([], { reportId, unrecorded })))
      await report([], { unrecorded: [{ accountId: ada.accountId, count: 100 }] })
      expect(await recordingOf(ada)).toMatchObject({ notRecordedLastHour: 142 })
      api.clock.advance(hourMs)
      expect(await recordingOf({ ...ada, client: (await api.seed.session(ada.user)).client })).toMatchObject({
        notRecordedLastHour: 0,
      })
    })
  })

  describe('setRequestRecording', () => {
    it('changes what is recorded from then on: by default, addresses but not queries', async () => {
      const ada = await api.seed.owner('Ada')
      const initial = { isOn: true, withAddresses: true, withQueries: false, keptHours: 24, notRecordedLastHour: 0 }
      expect(await recordingOf(ada)).toEqual(initial)
      const path = '/search?token=secret?x'
      const set = async (values: { isOn?: boolean; withAddresses?: boolean; withQueries?: boolean }) => {
        const input = { accountId: ada.accountId, ...values }
        const { setRequestRecording } = await ada.client.run(SetRequestRecordingDocument, { input })
        expect(setRequestRecording.account.requestRecording).toMatchObject(values)
        return await report([make(ada, { path })], { unrecorded: [{ accountId: ada.accountId, count: 1 }] })
      }
      await set({})
      await set({ withQueries: true })
      await set({ withAddresses: false })
      expect(await set({ isOn: false })).toBe(0)
      const { nodes } = await readRequests(ada)
      expect(nodes.map((node) => [node.path, node.visitorAddress])).toEqual([
        [path, null],
        [path, '203.0.113.7'],
        ['/search', '203.0.113.7'],
      ])
      expect(await recordingOf(ada)).toEqual({
        isOn: false,
        withAddresses: false,
        withQueries: true,
        keptHours: 24,
        notRecordedLastHour: 3,
      })
    })

    it('is entered in the audit log only if it changes something', async () => {
      const ada = await api.seed.owner('Ada')
      const set = (isOn: boolean) =>
        ada.client.run(SetRequestRecordingDocument, { input: { accountId: ada.accountId, isOn } })
      for (const isOn of [true, false, false]) await set(isOn)
      const entries = await api.app.db
        .selectFrom('auditEntries')
        .select(['actorUserId', 'objectId', 'changes'])
        .where('accountId', '=', ada.accountId)
        .where('action', '=', 'request_recording.changed')
        .execute()
      expect(entries).toEqual([
        { actorUserId: ada.user.id, objectId: ada.accountId, changes: { isOn: { from: true, to: false } } },
      ])
    })
  })

  describe('request', () => {
    it('is null for an id that is malformed, unknown, of another account, or past its retention', async () => {
      const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
      const [own, foreign] = [make(ada), make(sam)]
      const old = make(ada, { startedAt: addMs(api.clock.now(), -23 * hourMs) })
      expect(await report([own, foreign, old])).toBe(3)
      const find = async (id: string) =>
        (await ada.client.run(OneRequestDocument, { accountId: ada.accountId, id })).account.request?.id
      expect(await find(own.id)).toBe(own.id)
      expect(await find(old.id)).toBe(old.id)
      for (const id of ['17', randomUUID(), foreign.id]) expect(await find(id)).toBeUndefined()
      await ada.withLimits({ maxRequestHours: 22 })
      expect(await find(old.id)).toBeUndefined()
      expect((await readRequests(ada)).nodes.map(({ id }) => id)).toEqual([own.id])
    })
  })
})

async function recordingOf({ client, accountId }: Pick<Member, 'client' | 'accountId'>) {
  return (await client.run(RecordingDocument, { accountId })).account.requestRecording
}

function makeCounts(length: number) {
  return Array.from({ length }, () => ({ accountId: 'nobody', count: 1 }))
}
