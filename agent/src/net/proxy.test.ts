import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { authToken, runCommand } from '../testing/command.ts'
import { publicUrl, startFakeServer } from '../testing/fake-server.ts'
import { selfSigned } from '../testing/self-signed.ts'
import { findSparePort, listen } from '../testing/sockets.ts'

/** A proxy that resolves every name to this machine, and the requests that it has received. */
async function startProxy({ password }: { password?: string } = {}) {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', ({ url = '', headers }, client: Socket) => {
    asked.push(url)
    const expected = password === undefined ? undefined : `Basic ${Buffer.from(password).toString('base64')}`
    if (headers['proxy-authorization'] !== expected) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    target.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
    client.on('error', () => target.destroy())
  })
  return { asked, port: await listen(server) }
}

/** A server that is known by a name that only the proxy can resolve. */
async function startHiddenServer() {
  const server = await startFakeServer()
  const port = new URL(server.url).port
  const url = `http://culvert.test:${port}`
  const startAgent = server.answers.startAgent ?? (() => ({}))
  server.answers.startAgent = (input) => ({ ...startAgent(input), edgeUrls: [url] })
  return { server, url, port }
}

describe('a proxy in the environment', () => {
  it('carries all connections to the API and the edge, with its user name and password', async () => {
    const { server, url, port } = await startHiddenServer()
    const proxy = await startProxy({ password: 'ada:s:cret' })
    const env = {
      CULVERT_AUTHTOKEN: authToken,
      CULVERT_SERVER: url,
      http_proxy: `http://ada:s%3Acret@127.0.0.1:${proxy.port}`,
    }
    const command = runCommand(['http', '3000'], env)
    ;(await server.nextSession()).welcome()
    await command.until(publicUrl)
    expect(new Set(proxy.asked)).toEqual(new Set([`culvert.test:${port}`]))
    expect(proxy.asked.length).toBeGreaterThanOrEqual(2)
  })

  it.each([
    ['that requires a password', (port: number) => `http://127.0.0.1:${port}`, 'wants a name and a password (407)'],
    [
      'that is unreachable',
      () => 'http://127.0.0.1:1',
      'the proxy could not be used: nothing listens on http://127.0.0.1:1',
    ],
    [
      'that is not an HTTP address',
      () => 'socks5://ada:s-cret@127.0.0.1:1080',
      'the proxy in HTTP_PROXY is no http:// or https:// address',
    ],
    [
      'whose password has a broken escape',
      (port: number) => `http://ada:s-cret%@127.0.0.1:${port}`,
      'the name or password of the proxy in HTTP_PROXY has a %',
    ],
    [
      'whose name has an escape that is not UTF-8',
      (port: number) => `http://s-cret%ff@127.0.0.1:${port}`,
      'write %25 for the sign itself',
    ],
  ])('%s makes the start exit with 5 and say so, without its password', async (_what, address, says) => {
    const { url } = await startHiddenServer()
    const proxy = await startProxy({ password: 'ada:secret' })
    const env = { CULVERT_AUTHTOKEN: authToken, CULVERT_SERVER: url, HTTP_PROXY: address(proxy.port) }
    const command = runCommand(['http', '3000'], env)
    expect(await command.exited).toBe(5)
    expect(command.stderr).toContain(says)
    expect(command.stderr).not.toContain('s-cret')
  })

  it('is not used for names in NO_PROXY, nor for this machine', async () => {
    const server = await startFakeServer()
    const env = { CULVERT_AUTHTOKEN: authToken, HTTP_PROXY: `http://127.0.0.1:${await findSparePort()}` }
    const command = runCommand(['http', '3000', '--server', server.url], env)
    ;(await server.nextSession()).welcome()
    await command.until(publicUrl)
    const away = runCommand(['http', '3000', '--server', 'http://culvert.test:1'], { ...env, NO_PROXY: '.test' })
    expect(await away.exited).toBe(5)
    expect(away.stderr).toContain('the name in http://culvert.test:1 cannot be resolved')
  })
})

describe('--ca-file', () => {
  it('adds trusted certificate authorities, and refuses a file without certificates', async () => {
    const secure = createTlsServer(selfSigned, (_request, response) => response.end('no GraphQL'))
    const url = `https://localhost:${await listen(secure)}`
    const env = { CULVERT_AUTHTOKEN: authToken, CULVERT_SERVER: url }
    const untrusted = runCommand(['http', '3000'], env)
    expect(await untrusted.exited).toBe(5)
    expect(untrusted.stderr).toContain(`the certificate of ${url} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)`)
    const file = join(tmpdir(), `culvert-ca-${process.pid}.pem`)
    writeFileSync(file, selfSigned.cert)
    const trusted = runCommand(['http', '3000', '--ca-file', file], env)
    expect(await trusted.exited).toBe(5)
    expect(trusted.stderr).toContain(`${url}/graphql answered 200 without GraphQL`)
    const wrong = runCommand(['http', '3000', '--ca-file', join(import.meta.dirname, 'proxy.ts')], env)
    expect(await wrong.exited).toBe(2)
    expect(wrong.stderr).toContain('has no certificates')
  })
})

describe('a server at an https:// address', () => {
  it('that does not speak TLS is reported with that reason', async () => {
    const server = createServer()
    const url = `https://localhost:${await listen(server)}`
    const listening = once(server, 'clientError').then(([, socket]) =>
      (socket as Socket).end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    )
    const command = runCommand(['http', '3000'], { CULVERT_AUTHTOKEN: authToken, CULVERT_SERVER: url })
    expect(await command.exited).toBe(5)
    await listening
    expect(command.stderr).toContain(`${url} does not speak TLS`)
  })
})
