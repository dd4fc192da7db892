import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createClient, walk } from './client.ts'
import { CulvertError } from './error.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Answers one request after the other, the last answer for ever. Returns the address, and what was asked. */
async function serve(...answers: object[]) {
  const asked: { authorization: string | undefined; body: { query: string; variables: unknown } }[] = []
  const answer = async (request: IncomingMessage) => {
    asked.push({ authorization: request.headers.authorization, body: JSON.parse(await text(request)) })
    return JSON.stringify(answers[Math.min(asked.length, answers.length) - 1])
  }
  server = createServer((request, response) => {
    void answer(request).then((body) => response.setHeader('x-request-id', `request-${asked.length}`).end(body))
  }).listen(0)
  await once(server, 'listening')
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, asked }
}

const refusal = (code: string, more: object = {}) => ({
  errors: [{ message: 'Refused.', extensions: { code, ...more } }],
})
const limited = (retryAfterSeconds: number) => refusal('RATE_LIMITED', { retryAfterSeconds })
const account = { account: { id: 'a', name: 'A', namespace: 'a', createdAt: '', plan: { name: 'Pro' } } }

describe('an operation', () => {
  it('is sent with the key, and returns its data', async () => {
    const { url, asked } = await serve({ data: account })
    expect(await createClient({ url, apiKey: 'ck_1' }).account({ account: 'a' })).toEqual(account)
    expect(asked).toMatchObject([{ authorization: 'Bearer ck_1', body: { variables: { account: 'a' } } }])
  })

  it('passes on whatever its input has, an idempotencyKey too', async () => {
    const { url, asked } = await serve({ data: {} })
    const input = { accountId: 'a', id: 'r', idempotencyKey: 'once' }
    await createClient({ url, apiKey: 'ck_1' }).replayRequest({ input })
    expect(asked).toMatchObject([{ body: { variables: { input } } }])
  })

  it('is sent again when it was over a limit, after the time that the API names', async () => {
    const { url, asked } = await serve(limited(0.01), limited(0.01), { data: account })
    expect(await createClient({ url, apiKey: 'ck_1' }).account({ account: 'a' })).toEqual(account)
    expect(asked).toHaveLength(3)
  })

  it('waits no longer than it is told, and is sent 10 times at most', async () => {
    const long = await serve(limited(61))
    await expect(createClient({ ...long, apiKey: 'ck_1' }).account({ account: 'a' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 61,
    })
    expect(long.asked).toHaveLength(1)
    server?.close()
    const often = await serve(limited(0.001))
    await expect(createClient({ ...often, apiKey: 'ck_1' }).account({ account: 'a' })).rejects.toThrow('Refused.')
    expect(often.asked).toHaveLength(10)
  })

  it('is sent once where anything else is wrong, and rejects with all that the API says', async () => {
    const { url, asked } = await serve({
      data: account,
      ...refusal('BAD_USER_INPUT', { field: 'after', retryAfterSeconds: 0.01 }),
    })
    const failure = await createClient({ url, apiKey: 'ck_1' })
      .account({ account: 'a' })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CulvertError)
    expect(failure).toMatchObject({
      message: 'Refused.',
      code: 'BAD_USER_INPUT',
      field: 'after',
      requestId: 'request-1',
    })
    expect(asked).toHaveLength(1)
  })

  it('says so where no Culvert answers', async () => {
    const { url } = await serve(['no GraphQL'])
    const client = createClient({ url, apiKey: 'ck_1' })
    await expect(client.account({ account: 'a' })).rejects.toMatchObject({ code: 'NO_ANSWER', requestId: 'request-1' })
    server?.closeAllConnections()
    server?.close()
    await expect(client.account({ account: 'a' })).rejects.toMatchObject({ code: 'NO_ANSWER', requestId: undefined })
  })

  it('is ended by its signal, also while it waits', async () => {
    const { url, asked } = await serve(limited(50))
    const stop = new AbortController()
    const running = createClient({ url, apiKey: 'ck_1' }).account({ account: 'a' }, { signal: stop.signal })
    await expect.poll(() => asked.length).toBe(1)
    stop.abort(new Error('enough'))
    await expect(running).rejects.toThrow('enough')
  })
})

describe('a walk over a list', () => {
  it('reads part after part, and ends with the last', async () => {
    const parts = [
      { nodes: [1, 2], pageInfo: { hasNextPage: true, endCursor: 'x' } },
      { nodes: [3], pageInfo: { hasNextPage: false, endCursor: 'y' } },
    ]
    const cursors: (string | undefined)[] = []
    const read = async (after: string | undefined) => {
      cursors.push(after)
      return parts[cursors.length - 1]!
    }
    const rows: number[] = []
    for await (const row of walk(read)) rows.push(row)
    expect(rows).toEqual([1, 2, 3])
    expect(cursors).toEqual([undefined, 'x'])
  })
})
