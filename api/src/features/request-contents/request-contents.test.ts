import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { agentCallAnswerField, agentCallToken } from '@culvert/schema/tokens'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RecordedRequestInput } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import {
  answerAsAgent,
  answerAsEdge,
  type CallAnswer,
  type CalledEdge,
  makeDetail,
  prove,
  readCall,
  startCalledEdge,
} from '../../testing/called-edge.ts'
import { RequestContentDocument, StopAgentDocument } from '../../testing/generated/documents.ts'
import { makeRequest, reportRequests } from '../../testing/recorded-requests.ts'
import type { Member } from '../../testing/seed.ts'

let edge: CalledEdge
beforeAll(async () => {
  edge = await startCalledEdge()
})
beforeEach(() => {
  edge.agent = answerAsAgent
  edge.listener = undefined
  edge.calls.length = 0
})
afterAll(() => edge.close())

/** Answers with a proof, and with a body that the test provides. */
const provenBody =
  (write: (response: Parameters<RequestListener>[1]) => void): RequestListener =>
  (request, response) => {
    const answer = async () => {
      const proof = await prove(await readCall(request))
      response.writeHead(200, { [agentCallAnswerField]: proof })
      write(response)
    }
    void answer()
  }

describeApi(
  'the content of a request',
  (api) => {
    let ada: Member
    let agentId: string
    beforeEach(async () => {
      ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      agentId = (await ada.agent()).id
    })

    const carried = async (values: Partial<RecordedRequestInput> = {}) => {
      const request = makeRequest(api, ada, { agentId, ...values })
      await reportRequests(api, [request])
      return request.id
    }
    const read = async (id: string, { client, accountId }: Pick<Member, 'client' | 'accountId'> = ada) =>
      (await client.run(RequestContentDocument, { accountId, id })).account.requestContent

    it('is read from the running agent, by a call that is signed for this request only', async () => {
      const id = await carried()
      expect(await read(id)).toEqual({
        absence: null,
        explanation: null,
        content: {
          source: 'AGENT',
          target: '/orders?key=[redacted]',
          state: 'COMPLETE',
          failure: null,
          requestFields: [
            { name: 'Authorization', value: '[redacted]' },
            { name: 'Accept', value: '*/*' },
          ],
          requestBody: expect.objectContaining({
            size: 15,
            encoding: 'UTF8',
            content: '{"name":"book"}',
            absence: null,
          }),
          status: 201,
          reason: 'Created',
          responseFields: [{ name: 'Content-Type', value: 'application/json' }],
          responseBody: expect.objectContaining({ content: '{"id":"42"}', decodedFrom: null }),
          frames: [],
          framesDropped: 0,
          redacted: ['request header Authorization', 'query key'],
          webhook: null,
          share: null,
        },
      })
      const [call] = edge.calls
      const agent = await api.app.db
        .selectFrom('agents')
        .selectAll()
        .where('id', '=', agentId)
        .executeTakeFirstOrThrow()
      expect(await api.app.keyring.verify(agentCallToken, call?.token ?? '')).toMatchObject({
        sub: agent.assignedDomain,
        agentId,
        method: 'GET',
        target: `/requests/${id}`,
      })
      expect(call?.body).toBeUndefined()
    })

    it('includes messages, binary bodies and verdicts on webhooks', async () => {
      const frame = {
        direction: 'out',
        atMs: 3.5,
        kind: 'binary',
        size: 2,
        isTruncated: true,
        encoding: 'base64',
        content: 'AAE=',
      }
      const webhook = { provider: 'github', isValid: false, why: 'The signature is of another secret.' }
      edge.agent = () => ({
        json: makeDetail({ frames: [frame], framesDropped: 7, webhook, state: 'failed', failure: 'gone' }),
      })
      expect((await read(await carried()))?.content).toMatchObject({
        frames: [{ direction: 'OUT', kind: 'BINARY', encoding: 'BASE64', content: 'AAE=', isTruncated: true }],
        framesDropped: 7,
        webhook,
        state: 'FAILED',
        failure: 'gone',
      })
    })

    it('is null for an id that is not of a request of the account', async () => {
      const eve = await api.seed.owner('Eve')
      const id = await carried()
      expect(await read(id, eve)).toBeNull()
      expect(await read(randomUUID())).toBeNull()
      expect(await read('no id')).toBeNull()
      expect(edge.calls).toEqual([])
    })

    it('is not requested if no agent of the account carried the request, or if the agent has ended', async () => {
      const refused = await carried({ agentId: null, answeredBy: 'EDGE', status: 404, code: 'CULVERT_TUNNEL_OFFLINE' })
      expect(await read(refused)).toMatchObject({ absence: 'NOT_CARRIED', content: null })
      const id = await carried()
      await ada.client.run(StopAgentDocument, { input: { id: agentId } })
      expect(await read(id)).toMatchObject({
        absence: 'AGENT_ENDED',
        explanation:
          'The agent that carried this request has ended, and no longer has it. Share a request while its agent runs to keep a copy of it.',
      })
      const eve = await api.seed.owner('Eve')
      const foreign = await carried({ agentId: (await eve.agent()).id })
      expect(await read(foreign)).toMatchObject({ absence: 'AGENT_ENDED' })
      expect(edge.calls).toEqual([])
    })

    it.each<[string, CallAnswer, string, string]>([
      ['the agent forbids it', { status: 403, json: { message: 'no' } }, 'NOT_ALLOWED', '--no-remote-inspect'],
      ['the agent does not keep it', { status: 404, json: { message: 'no' } }, 'NOT_KEPT', 'newer ones took its place'],
      ['the agent keeps nothing', { status: 409, json: { message: 'no' } }, 'INSPECTOR_OFF', '--no-inspect'],
      ['the agent fails', { status: 500, json: {} }, 'AGENT_UNREACHABLE', 'the status 500'],
      [
        'the edge has no such agent',
        { status: 404, json: {}, headers: { 'x-culvert-error': 'CULVERT_TUNNEL_OFFLINE' } },
        'AGENT_UNREACHABLE',
        'it is not connected',
      ],
      [
        'the agent is too old',
        { status: 501, json: {}, headers: { 'x-culvert-error': 'CULVERT_AGENT_OLD' } },
        'AGENT_TOO_OLD',
        'culvert update',
      ],
      [
        'the agent takes too long',
        { status: 504, json: {}, headers: { 'x-culvert-error': 'CULVERT_AGENT_TIMEOUT' } },
        'AGENT_UNREACHABLE',
        'did not come in time',
      ],
      [
        'the edge reports an unknown error',
        { status: 500, json: {}, headers: { 'x-culvert-error': 'CULVERT_NEWS' } },
        'AGENT_UNREACHABLE',
        'the edge says CULVERT_NEWS',
      ],
    ])('is absent, with an explanation, if %s', async (_, answer, absence, words) => {
      edge.agent = () => answer
      expect(await read(await carried())).toMatchObject({
        absence,
        explanation: expect.stringContaining(words),
        content: null,
      })
    })

    describe('is not accepted from', () => {
      it.each<[string, RequestListener, string]>([
        [
          'a server that is not an edge',
          (_, response) => response.end(JSON.stringify(makeDetail())),
          'not an edge of this installation',
        ],
        [
          'an edge of another installation',
          answerAsEdge(answerAsAgent, [], { secret: 'another secret of thirty-two characters' }),
          'not an edge of this installation',
        ],
        [
          'an answer to another call',
          answerAsEdge(answerAsAgent, [], { callId: 'another' }),
          'not an edge of this installation',
        ],
        ['an answer of 9 MiB', provenBody((response) => response.end(Buffer.alloc(9 << 20, 'x'))), 'longer than 8 MiB'],
        [
          'a truncated answer',
          provenBody((response) => response.write('{"id":', () => response.socket?.destroy())),
          'The agent did not answer',
        ],
        ['a closed connection', (request) => request.socket.destroy(), 'The agent did not answer'],
        ['malformed JSON', provenBody((response) => response.end('{"id": "7", ')), 'not what was asked for'],
      ])('%s', async (_, listener, words) => {
        edge.listener = listener
        expect(await read(await carried())).toMatchObject({
          absence: 'AGENT_UNREACHABLE',
          explanation: expect.stringContaining(words),
        })
      })

      it.each<[string, Record<string, unknown>]>([
        ['an invalid status', { status: 70_000 }],
        ['a negative duration', { durationMs: -1 }],
        ['a fractional size', { requestBody: { ...(makeDetail()['requestBody'] as object), size: 1.5 } }],
        ['an unknown state', { state: 'done' }],
        ['an invalid method', { method: 'GET /' }],
        ['501 header fields', { requestFields: Array.from({ length: 501 }, () => ['A', 'b']) }],
        ['a header field of three parts', { requestFields: [['A', 'b', 'c']] }],
        [
          '1,001 messages',
          {
            frames: Array.from({ length: 1_001 }, () => ({
              direction: 'in',
              atMs: 1,
              kind: 'text',
              size: 1,
              isTruncated: false,
              encoding: 'utf8',
              content: 'x',
            })),
          },
        ],
        [
          'a body with an unknown encoding',
          { responseBody: { ...(makeDetail()['requestBody'] as object), encoding: 'utf16' } },
        ],
      ])('an agent that reports %s', async (_, values) => {
        edge.agent = () => ({ json: makeDetail(values) })
        expect(await read(await carried())).toMatchObject({
          absence: 'AGENT_UNREACHABLE',
          explanation: expect.stringContaining('not what was asked for'),
        })
      })

      it.each([
        ['deeply nested lists', '['.repeat(4 << 20)],
        ['millions of values', `[${'0,'.repeat(3 << 20)}0]`],
        ['brackets in an unterminated string', `{"a":"${'[\\"'.repeat(1 << 20)}`],
      ])('an agent that sends %s, and is refused within 2 seconds', async (_, raw) => {
        edge.agent = () => ({ raw })
        const id = await carried()
        const before = performance.now()
        expect(await read(id)).toMatchObject({ absence: 'AGENT_UNREACHABLE' })
        expect(performance.now() - before).toBeLessThan(2_000)
      })
    })

    it('may contain thousands of brackets and quotes in its strings', async () => {
      const content = JSON.stringify({ list: Array.from({ length: 60_000 }, () => '[\\"{') })
      edge.agent = () => ({
        json: makeDetail({ responseBody: { ...(makeDetail()['responseBody'] as object), content } }),
      })
      expect((await read(await carried()))?.content?.responseBody.content).toBe(content)
    })

    it('is read by at most four calls of an account at a time', async () => {
      const ids = await Promise.all(Array.from({ length: 5 }, () => carried()))
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      edge.agent = async (call) => {
        await released
        return answerAsAgent(call)
      }
      const reads = ids.map((id) =>
        read(id).catch((error: { code: string }) => {
          release()
          return error.code
        }),
      )
      const results = await Promise.all(reads)
      expect(results.filter((result) => result === 'UNAVAILABLE')).toHaveLength(1)
      expect(await read(ids[0] ?? '')).toMatchObject({ absence: null })
    })

    it('is read although four other accounts have calls under way that their agents do not answer', async () => {
      const id = await carried()
      const { promise: isFull, resolve: noteFull } = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      edge.agent = async (call) => {
        if (call.agentId === agentId) return answerAsAgent(call)
        if (edge.calls.length === 16) noteFull()
        await released
        return answerAsAgent(call)
      }
      const hostile: ReturnType<typeof read>[] = []
      for (let account = 1; account <= 4; account += 1) {
        const eve = await api.seed.owner('Eve')
        const request = makeRequest(api, eve, { agentId: (await eve.agent()).id })
        await reportRequests(api, [request])
        for (let call = 1; call <= 4; call += 1) hostile.push(read(request.id, eve))
      }
      await isFull
      expect(await read(id)).toMatchObject({ absence: null })
      release()
      const absences = (await Promise.all(hostile)).map((content) => content?.absence)
      expect(absences.filter((absence) => absence !== null)).toEqual(['AGENT_UNREACHABLE'])
    })

    it('is requested at most 300 times a minute per account', async () => {
      const id = await carried()
      const { rateLimiter } = api.app
      for (let count = 0; count < 299; count += 1) await rateLimiter.check('callAgentOfAccount', ada.accountId)
      expect(await read(id)).toMatchObject({ absence: null })
      await expect(read(id)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      const eve = await api.seed.owner('Eve')
      const request = makeRequest(api, eve, { agentId: (await eve.agent()).id })
      await reportRequests(api, [request])
      expect(await read(request.id, eve)).toMatchObject({ absence: null })
    })
  },
  () => ({ tunnelUrl: edge.url }),
)
