import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EditedRequestInput } from '../../generated/schema.ts'
import { waitMs } from '../../platform/idempotency/rules.ts'
import { describeApi } from '../../testing/api.ts'
import { answerAsAgent, type CalledEdge, makeDetail, startCalledEdge } from '../../testing/called-edge.ts'
import { whileFull } from '../../testing/full-table.ts'
import {
  AuditLogDocument,
  CreateApiKeyDocument,
  ReplayedRequestDocument,
  ReplayRequestDocument,
  RequestsAddedDocument,
  RequestSetsDocument,
  RunRequestSetDocument,
  SaveRequestSetDocument,
  SetRequestRecordingDocument,
  StopAgentDocument,
} from '../../testing/generated/documents.ts'
import { makeRequest, readRequests, reportRequests } from '../../testing/recorded-requests.ts'
import type { Member } from '../../testing/seed.ts'

let edge: CalledEdge
beforeAll(async () => {
  edge = await startCalledEdge()
})
beforeEach(() => {
  edge.agent = answerAsAgent
  edge.calls.length = 0
})
afterAll(() => edge.close())

describeApi(
  'replayed requests',
  (api) => {
    let ada: Member
    let agentId: string
    let id: string
    beforeEach(async () => {
      ada = await api.seed.owner('Ada')
      agentId = (await ada.agent()).id
      const request = makeRequest(api, ada, { agentId, method: 'POST', path: '/orders' })
      await reportRequests(api, [request])
      id = request.id
    })

    const replay = async (edited?: EditedRequestInput, client = ada.client) =>
      (await client.run(ReplayRequestDocument, { input: { accountId: ada.accountId, id, edited } })).replayRequest
    const listActions = async () =>
      (
        await ada.client.run(AuditLogDocument, { accountId: ada.accountId, page: 1, pageSize: 25 })
      ).account.auditLog.nodes.filter(({ action }) => action.startsWith('request'))

    const run = async (name = 'smoke') =>
      (await ada.client.run(RunRequestSetDocument, { input: { accountId: ada.accountId, agentId, name } }))
        .runRequestSet
    const save = async (input: { name?: string; requestIds?: string[] } = {}) =>
      (
        await ada.client.run(SaveRequestSetDocument, {
          input: { accountId: ada.accountId, agentId, name: 'smoke', requestIds: [id], ...input },
        })
      ).saveRequestSet.names

    it('are recorded with their requester, appear in lists and subscriptions, and are audited', async () => {
      const added = await ada.client.subscribe(RequestsAddedDocument, { accountId: ada.accountId })
      expect((await added.next()).requestsAdded.nodes).toEqual([])
      const { request, content, omitted } = await replay()
      expect(request).toMatchObject({
        method: 'POST',
        path: '/orders',
        hostname: 'demo.culvert.test',
        status: 201,
        answeredBy: 'APP',
        isComplete: true,
        durationMs: 12.5,
        firstByteMs: 11.5,
        bytesIn: 15,
        bytesOut: 11,
        agentId,
        visitorAddress: null,
        replayOf: id,
        replayedBy: 'Ada Example',
      })
      expect(content).toMatchObject({ source: 'AGENT', status: 201, responseBody: { content: '{"id":"42"}' } })
      expect(omitted).toEqual(['header Authorization'])
      expect(edge.calls).toMatchObject([
        { method: 'POST', target: `/requests/${id}/replay`, body: { requestId: request.id } },
      ])
      expect((await added.next()).requestsAdded.nodes).toEqual([{ id: request.id, path: '/orders' }])
      await added.close()
      expect((await readRequests(ada)).nodes.map((node) => node.id)).toContain(request.id)
      const { account } = await ada.client.run(ReplayedRequestDocument, { accountId: ada.accountId, id: request.id })
      expect(account.request).toEqual(request)
      expect(await listActions()).toMatchObject([
        {
          action: 'request.replayed',
          objectType: 'request',
          objectId: id,
          objectName: 'POST demo.culvert.test/orders',
          changes: [{ field: 'replayedAs', to: JSON.stringify(request.id) }],
        },
      ])
    })

    it.each(['recordedRequests', 'auditEntries'] as const)(
      'are not repeated by their idempotency key if the app got them and no row can be added to %s',
      async (table) => {
        const input = { accountId: ada.accountId, id, idempotencyKey: randomUUID() }
        const repeat = async () => await ada.client.run(ReplayRequestDocument, { input })
        await whileFull(api, table, async () => {
          await expect(repeat()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
        })
        // The first answer is no longer awaited.
        api.clock.advance(waitMs)
        await expect(repeat()).rejects.toMatchObject({ code: 'CONFLICT', field: 'idempotencyKey' })
        expect(edge.calls).toHaveLength(1)
      },
    )

    it('are sent to the app as edited', async () => {
      const edited = {
        method: 'PUT',
        target: '/orders/42?a=b',
        fields: [{ name: 'X-Test', value: 'yes' }],
        bodyEncoding: 'BASE64',
        body: 'AAE=',
      } as const
      const { request } = await replay({ ...edited, fields: [...edited.fields] })
      expect(edge.calls[0]?.body).toEqual({
        requestId: request.id,
        edited: {
          method: 'PUT',
          target: '/orders/42?a=b',
          fields: [['X-Test', 'yes']],
          body: { encoding: 'base64', content: 'AAE=' },
        },
      })
      expect((await listActions())[0]?.changes.map(({ field }) => field).toSorted()).toEqual(['edited', 'replayedAs'])
    })

    it('name the API key that requested them', async () => {
      const input = { accountId: ada.accountId, name: 'nightly', scopes: ['REPLAY_REQUESTS' as const] }
      const { secret } = (await ada.client.run(CreateApiKeyDocument, { input })).createApiKey
      expect((await replay(undefined, api.client(`Bearer ${secret}`))).request.replayedBy).toBe('nightly')
    })

    it('omit the query unless the account records queries, and are not listed if recording is off', async () => {
      edge.agent = () => ({ json: { request: makeDetail({ target: '/orders?b=c' }), omitted: [] } })
      const { accountId } = ada
      expect((await replay()).request.path).toBe('/orders')
      await ada.client.run(SetRequestRecordingDocument, { input: { accountId, withQueries: true } })
      expect((await replay()).request.path).toBe('/orders?b=c')
      await ada.client.run(SetRequestRecordingDocument, { input: { accountId, isOn: false } })
      const { request } = await replay()
      expect(request.replayOf).toBe(id)
      expect((await readRequests(ada)).nodes.map((node) => node.id)).not.toContain(request.id)
    })

    it('have the status 502 if the app gave none', async () => {
      const detail = makeDetail({ status: 0, state: 'failed', failure: 'connect ECONNREFUSED' })
      edge.agent = () => ({ json: { request: detail, omitted: [] } })
      const { request, content } = await replay()
      expect(request).toMatchObject({ status: 502, isComplete: false, reason: 'connect ECONNREFUSED' })
      expect(content).toMatchObject({ status: 0, state: 'FAILED' })
    })

    it('are refused with a reason, and neither recorded nor audited, if nothing was sent', async () => {
      edge.agent = () => ({ status: 400, json: { message: 'A WebSocket cannot be sent once more.' } })
      await expect(replay()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'The agent refused: A WebSocket cannot be sent once more.',
      })
      edge.agent = () => ({ status: 404, json: {}, headers: { 'x-culvert-error': 'CULVERT_TUNNEL_OFFLINE' } })
      await expect(replay()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      await ada.client.run(StopAgentDocument, { input: { id: agentId } })
      await expect(replay()).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('has ended') })
      expect((await readRequests(ada)).nodes).toHaveLength(1)
      expect(await listActions()).toEqual([])
    })

    it('are audited if it is unknown whether the app received them', async () => {
      edge.agent = () => ({ status: 504, json: {}, headers: { 'x-culvert-error': 'CULVERT_AGENT_TIMEOUT' } })
      await expect(replay()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      edge.agent = () => ({ raw: '{"request":' })
      await expect(replay()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect(await listActions()).toMatchObject([{ action: 'request.replayed' }, { action: 'request.replayed' }])
    })

    it('are NOT_FOUND for an unknown or malformed id', async () => {
      id = randomUUID()
      await expect(replay()).rejects.toMatchObject({ code: 'NOT_FOUND' })
      id = 'no id'
      await expect(replay()).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect(edge.calls).toEqual([])
    })

    it('have at most 500 header fields', async () => {
      const fields = Array.from({ length: 501 }, () => ({ name: 'A', value: 'b' }))
      const edited = { method: 'GET', target: '/', fields, bodyEncoding: 'UTF8', body: '' } as const
      await expect(replay(edited)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'fields' })
    })

    it('are limited to 60 a minute per account', async () => {
      const { rateLimiter } = api.app
      for (let count = 0; count < 59; count += 1) await rateLimiter.check('replayRequestOfAccount', ada.accountId)
      await replay()
      await expect(replay()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    })

    describe('in sets', () => {
      it('are saved, listed and run by the agent, and saving and running are audited', async () => {
        expect(await save()).toEqual(['smoke'])
        expect(edge.calls).toMatchObject([
          { method: 'PUT', target: '/sets/smoke', body: [id], agentId },
          { method: 'GET', target: '/sets' },
        ])
        const listed = await ada.client.run(RequestSetsDocument, { accountId: ada.accountId, agentId })
        expect(listed.account.requestSets).toEqual(['smoke'])
        expect(await run()).toEqual({
          results: [{ requestId: '9', method: 'GET', target: '/', differences: ['status: 200 → 500'] }],
        })
        expect(await listActions()).toMatchObject(
          ['request_set.run', 'request_set.saved'].map((action) => ({
            action,
            objectType: 'agent',
            objectId: agentId,
            changes: [{ field: 'set', to: '"smoke"' }],
          })),
        )
      })

      it.each(['', '.hidden', '../up', 'a/b', 'a b', '-x', 'x'.repeat(65)])(
        'cannot be saved or run under the name %j',
        async (name) => {
          const refusal = { code: 'BAD_USER_INPUT', field: 'name' }
          await expect(save({ name })).rejects.toMatchObject(refusal)
          await expect(run(name)).rejects.toMatchObject(refusal)
          expect(edge.calls).toEqual([])
        },
      )

      it('have 1 to 200 requests', async () => {
        const refusal = { code: 'BAD_USER_INPUT', field: 'requestIds' }
        await expect(save({ requestIds: [] })).rejects.toMatchObject(refusal)
        await expect(save({ requestIds: Array.from({ length: 201 }, () => id) })).rejects.toMatchObject(refusal)
        await expect(save({ requestIds: ['7'] })).rejects.toMatchObject(refusal)
        expect(await save({ requestIds: Array.from({ length: 200 }, () => id) })).toEqual(['smoke'])
      })

      it('are refused if the agent has ended or belongs to another account', async () => {
        const eve = await api.seed.owner('Eve')
        const own = agentId
        agentId = (await eve.agent()).id
        await expect(run()).rejects.toMatchObject({ code: 'NOT_FOUND' })
        agentId = own
        await ada.client.run(StopAgentDocument, { input: { id: agentId } })
        await expect(run()).rejects.toMatchObject({ code: 'CONFLICT' })
        expect(edge.calls).toEqual([])
      })

      it('are refused in the words of the agent, which names what it does not have', async () => {
        edge.agent = () => ({ status: 404, json: { message: 'There is no set "smoke". No set is kept yet.' } })
        const message = 'The agent refused: There is no set "smoke". No set is kept yet.'
        await expect(run()).rejects.toMatchObject({ code: 'CONFLICT', message })
        await expect(save()).rejects.toMatchObject({ code: 'CONFLICT', message })
        expect(await listActions()).toEqual([])
      })

      it('are run at most 10 times a minute per account', async () => {
        for (let count = 0; count < 10; count += 1) await run()
        await expect(run()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      })
    })
  },
  () => ({ tunnelUrl: edge.url }),
)
