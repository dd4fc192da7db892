import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createClient, walk } from './client.ts'
import { CulvertError } from './error.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** Serves the answers in order, then repeats the last one. Returns the server's URL and the requests it received. */
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

/** Sets up a client that gets these answers in order and whose waits follow a fake clock. Returns its options and its requests. */
function answerOnFakeClock(...answers: object[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const asked: unknown[] = []
  const fetch: typeof globalThis.fetch = (_url, init) => {
    asked.push(init?.body)
    return Promise.resolve(Response.json(answers[asked.length - 1]))
  }
  return { options: { url: 'https://culvert.example.com', apiKey: 'ck_1', fetch }, asked }
}

/** Lets the client wait, and checks that it waits for exactly this time. */
async function passWait(seconds: number) {
  // Unlike expect.poll, this leaves the clock alone.
  while (vi.getTimerCount() === 0) await vi.advanceTimersByTimeAsync(0)
  vi.advanceTimersByTime(seconds * 1_000 - 1)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(vi.getTimerCount()).toBe(0)
}

describe('an operation', () => {
  it('is sent with the key, and returns its data', async () => {
    const { url, asked } = await serve({ data: account })
    expect(await createClient({ url, apiKey: 'ck_1' }).account({ account: 'a' })).toEqual(account)
    expect(asked).toMatchObject([{ authorization: 'Bearer ck_1', body: { variables: { account: 'a' } } }])
  })

  it('may have its key from a file that ends with a line break', async () => {
    const { url, asked } = await serve({ data: account })
    await createClient({ url, apiKey: 'ck_1\n' }).account({ account: 'a' })
    expect(asked).toMatchObject([{ authorization: 'Bearer ck_1' }])
  })

  it('passes on its whole input, including an idempotencyKey', async () => {
    const { url, asked } = await serve({ data: {} })
    const input = { accountId: 'a', id: 'r', idempotencyKey: 'once' }
    await createClient({ url, apiKey: 'ck_1' }).replayRequest({ input })
    expect(asked).toMatchObject([{ body: { variables: { input } } }])
  })

  it('is retried after RATE_LIMITED until it succeeds', async () => {
    const { url, asked } = await serve(limited(0.01), limited(0.01), { data: account })
    expect(await createClient({ url, apiKey: 'ck_1' }).account({ account: 'a' })).toEqual(account)
    expect(asked).toHaveLength(3)
  })

  it('waits for retryAfterSeconds before each retry', async () => {
    const { options, asked } = answerOnFakeClock(limited(30), limited(5), { data: account })
    const running = createClient(options).account({ account: 'a' })
    await passWait(30)
    await passWait(5)
    expect(await running).toEqual(account)
    expect(asked).toHaveLength(3)
  })

  it('waits no longer than 60 s in total, or maxWaitSeconds', async () => {
    const patient = answerOnFakeClock(limited(20), limited(40), limited(1))
    const running = createClient(patient.options).account({ account: 'a' })
    await passWait(20)
    await passWait(40)
    await expect(running).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 })
    expect(patient.asked).toHaveLength(3)
    const impatient = answerOnFakeClock(limited(2))
    const refused = createClient({ ...impatient.options, maxWaitSeconds: 1 }).account({ account: 'a' })
    await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(impatient.asked).toHaveLength(1)
  })

  it('is not retried if it would have to wait 61 s, and is sent at most 10 times', async () => {
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

  it('is not retried after any other error, and rejects with its message, code, field and request id', async () => {
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

  it('rejects with NO_ANSWER if no Culvert server answers', async () => {
    const { url } = await serve(['no GraphQL'])
    const client = createClient({ url, apiKey: 'ck_1' })
    await expect(client.account({ account: 'a' })).rejects.toMatchObject({ code: 'NO_ANSWER', requestId: 'request-1' })
    server?.closeAllConnections()
    server?.close()
    await expect(client.account({ account: 'a' })).rejects.toMatchObject({ code: 'NO_ANSWER', requestId: undefined })
  })

  it('says why nothing answers at its address', async () => {
    const { url } = await serve({ data: account })
    const { port } = new URL(url)
    await new Promise((resolve) => server?.close(resolve))
    const failure = createClient({ url: `http://127.0.0.1:${port}`, apiKey: 'ck_1' }).account({ account: 'a' })
    await expect(failure).rejects.toMatchObject({
      message: `http://127.0.0.1:${port} does not answer: connect ECONNREFUSED 127.0.0.1:${port}`,
    })
    const atEveryAddress = createClient({ url: `http://localhost:${port}`, apiKey: 'ck_1' }).account({ account: 'a' })
    await expect(atEveryAddress).rejects.toMatchObject({ message: expect.stringContaining('ECONNREFUSED') })
  })

  it.each(['', 'undefined', 'culvert.example.com', 'localhost:4000', 'ftp://culvert.example.com'])(
    'refuses "%s" in place of the address before it sends anything',
    (url) => {
      expect(() => createClient({ url, apiKey: 'ck_1' })).toThrow(
        `Expected a url such as https://culvert.example.com, got ${JSON.stringify(url)}.`,
      )
    },
  )

  it.each<[body: object]>([
    [{ errors: { detail: 'Not Found' } }],
    [{ errors: 'none' }],
    [{ errors: [null] }],
    [{ errors: [{ message: { en: 'no' } }] }],
    [{ data: 'none' }],
    [{ data: [] }],
  ])('rejects with NO_ANSWER for %j, which no Culvert server answers', async (body) => {
    const { url } = await serve(body)
    const failure = await createClient({ url, apiKey: 'ck_1' })
      .account({ account: 'a' })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CulvertError)
    expect(failure).toMatchObject({ code: 'NO_ANSWER', requestId: 'request-1' })
  })

  it.each(['ck_1\nck_2', 'ck_1\0', '“ck_1”'])(
    'needs a key that fits a header: %j is refused, and not repeated',
    async (apiKey) => {
      const refused = async () => await createClient({ url: 'http://localhost:1', apiKey }).account({ account: 'a' })
      await expect(refused()).rejects.toThrow(/^Expected an apiKey of visible ASCII characters\.$/)
    },
  )

  it('is aborted by its signal while it waits to retry', async () => {
    const { url, asked } = await serve(limited(50))
    const stop = new AbortController()
    const running = createClient({ url, apiKey: 'ck_1' }).account({ account: 'a' }, { signal: stop.signal })
    await expect.poll(() => asked.length).toBe(1)
    stop.abort(new Error('enough'))
    await expect(running).rejects.toThrow('enough')
  })
})

describe('walk', () => {
  it('reads one page after another, and stops after the last', async () => {
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
