import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { describeApi } from '../testing/api.ts'
import { RawSocket } from '../testing/raw-socket.ts'

const token = (header: object) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.eA`

describeApi('a NUL', (api) => {
  /** Sends a request as it is written, and returns the status of the answer. */
  const ask = async (requestLine: string, ...fields: string[]) => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.write([`${requestLine} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...fields, '', ''].join('\r\n'))
    let answer = ''
    socket.on('data', (chunk) => (answer += String(chunk)))
    await once(socket, 'close')
    return Number(/^HTTP\/1.1 (\d+)/.exec(answer)?.[1])
  }

  it.each([
    ['a path', 'GET /\0'],
    ['an escape of a path', 'GET /%00'],
    ['the name of a file', 'GET /assets/main%00.js'],
    ['the name of a package', 'GET /download/culvert%00.tgz'],
    ['the name of a package, escaped twice', 'GET /download/culvert%2500.tgz'],
    ['the token of an export', 'GET /export/%00'],
    ['a path under /.well-known', 'GET /.well-known/%00'],
    ['a query string', 'GET /graphql?query=%00&operationName=%00', 'Content-Type: application/json'],
    ['a header', 'GET /healthz', 'X-Forwarded-For: 203.0.113.7\0'],
    ['a cookie', 'POST /graphql', 'Cookie: culvert_refresh=\0'],
    ['a credential', 'POST /graphql', 'Authorization: Bearer pk_\0'],
    ['a signature', 'POST /webhooks/stripe', 'Stripe-Signature: t=1,v1=\0'],
  ])('in %s is answered with a 4xx status', async (_door, requestLine, ...fields) => {
    const status = await ask(requestLine, ...fields)
    expect([status, status >= 400 && status < 500]).toEqual([status, true])
  })

  it.each(['pk_\0', 'ck_\0', `${token({ typ: 'at+jwt', kid: '\0' })}\0`, token({ typ: '\0', kid: '\0' })])(
    'in the credential %j of a WebSocket closes it with 4403',
    async (credential) => {
      const socket = new RawSocket(api.url)
      await socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${credential}` } })
      expect((await socket.closed).code).toBe(4403)
    },
  )

  it('in the name of an operation over WebSocket is refused, and the socket stays open', async () => {
    const { authorization } = await api.seed.owner('Ada')
    const socket = new RawSocket(api.url)
    await socket.send({ type: 'connection_init', payload: { authorization } })
    await socket.nextOf('connection_ack')
    const payload = { query: 'query A { site { version } }', operationName: '\0' }
    await socket.send({ type: 'subscribe', id: 'nul\0', payload })
    expect(await socket.nextOf('error')).toMatchObject({
      id: 'nul\0',
      payload: [{ extensions: { code: 'BAD_USER_INPUT' } }],
    })
    await socket.send({ type: 'subscribe', id: '2', payload: { query: '{ site { version } }' } })
    expect(await socket.nextOf('next')).toMatchObject({ id: '2' })
    socket.end()
  })
})
