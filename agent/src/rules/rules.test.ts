import { createServer } from 'node:http'
import type { RequestListener, ServerResponse } from 'node:http'
import type { HeaderField } from '@culvert/wire'
import { describe, expect, it } from 'vitest'
import type { LocalAppOptions } from '../origin/local-app.ts'
import { listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'
import { Gate } from './gate.ts'
import type { GateOptions } from './gate.ts'

async function tunnelTo(app: RequestListener, options: (port: number) => Partial<LocalAppOptions>) {
  const port = await listen(createServer(app))
  return { port, tunnel: await openTunnel(port, options(port)) }
}

function gate(options: Partial<GateOptions>): Gate {
  return new Gate({ basicAuth: undefined, allowed: undefined, ...options })
}

function fieldsFrom(origin: string) {
  return [
    ['Host', 'demo.test'],
    ['Origin', origin],
    ['Referer', 'https://demo.test/a?b=1'],
  ] as const
}

function authorization(pair: string) {
  return ['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`] as const
}

/** Returns the port of the app that a response comes from. */
function portOf(response: ServerResponse): number | undefined {
  return response.socket?.localPort
}

describe('an app behind --rewrite', () => {
  it('sees its own address in Host, Origin and Referer, and a foreign Origin unchanged', async () => {
    const { port, tunnel } = await tunnelTo(
      (request, response) => response.end(JSON.stringify(request.rawHeaders)),
      () => ({ rewrites: true }),
    )
    const own = await tunnel.send({ fields: fieldsFrom('https://demo.test') }).done()
    const at = `localhost:${port}`
    expect(JSON.parse(own.body)).toEqual(['Host', at, 'Origin', `http://${at}`, 'Referer', `http://${at}/a?b=1`])
    const foreign = await tunnel.send({ fields: fieldsFrom('https://evil.test') }).done()
    expect(JSON.parse(foreign.body)).toContain('https://evil.test')
  })

  it('has its redirects, cookies and CORS fields rewritten to the public host', async () => {
    const { tunnel } = await tunnelTo(
      (_request, response) => {
        const port = portOf(response)
        response.setHeader('Location', `http://127.0.0.1:${port}/login?next=%2F#top`)
        response.setHeader('Set-Cookie', ['a=1; Domain=localhost; Path=/', 'b=2; Path=/; domain=.other.test'])
        response.setHeader('Access-Control-Allow-Origin', `http://localhost:${port}`)
        response.writeHead(302).end()
      },
      () => ({ rewrites: true }),
    )
    const visit = await tunnel
      .send({
        fields: [
          ['Host', 'demo.test'],
          ['Origin', 'https://demo.test'],
        ],
      })
      .done()
    expect(visit.head?.fields).toEqual(
      expect.arrayContaining([
        ['Location', '/login?next=%2F#top'],
        ['Set-Cookie', 'a=1; Path=/'],
        ['Set-Cookie', 'b=2; Path=/; domain=.other.test'],
        ['Access-Control-Allow-Origin', 'https://demo.test'],
      ]),
    )
    expect(tunnel.log).toEqual(['GET / 302'])
  })
})

describe('an app behind --rewrite that redirects to its own address with a path of several slashes', () => {
  it.each(['//evil.test/a?b#c', '/\\evil.test/', '///evil.test'])(
    'keeps visitors on the public host: %s',
    async (path) => {
      const { tunnel } = await tunnelTo(
        (_request, response) => {
          response.writeHead(302, { Location: `http://localhost:${portOf(response)}${path}` }).end()
        },
        () => ({ rewrites: true }),
      )
      const { head } = await tunnel.send({ fields: [['Host', 'demo.test']] }).done()
      const [, location = ''] = head?.fields.find(([name]) => name === 'Location') ?? []
      const followed = new URL(location, 'https://demo.test/here')
      const asked = new URL(`http://localhost${path}`)
      expect(followed.href).toBe(asked.href.replace('http://localhost', 'https://demo.test'))
    },
  )
})

const redirectToOwnPort: RequestListener = (_request, response) => {
  response.writeHead(302, { Location: `http://demo.test:${portOf(response)}/x/` }).end()
}

describe('an app that redirects to the public host on its own port, as nginx does', () => {
  it('is reported, except to visitors of another host or of that port', async () => {
    const { port, tunnel } = await tunnelTo(redirectToOwnPort, () => ({}))
    for (const host of ['demo.test', 'demo.test:8080', 'Demo.Test', 'other.test', `demo.test:${port}`]) {
      await tunnel.send({ target: `/${host}`, fields: [['Host', host]] }).done()
    }
    const reported = `misdirected by Location: http://demo.test:${port}/x/`
    expect(tunnel.log).toEqual([
      reported,
      'GET /demo.test 302',
      reported,
      'GET /demo.test:8080 302',
      reported,
      'GET /Demo.Test 302',
      'GET /other.test 302',
      `GET /demo.test:${port} 302`,
    ])
  })

  it('keeps visitors on the public host with --rewrite', async () => {
    const { tunnel } = await tunnelTo(redirectToOwnPort, () => ({ rewrites: true }))
    const visit = await tunnel.send({ fields: [['Host', 'demo.test']] }).done()
    expect(visit.head?.fields).toContainEqual(['Location', '/x/'])
    expect(tunnel.log).toEqual(['GET / 302'])
  })
})

const secure: RequestListener = ({ url, headers: { host } }, response) => {
  const cookie = url === '/cookie' ? { 'Set-Cookie': 'a=1' } : {}
  const path = url === '/elsewhere' ? '/there' : url
  response.writeHead(301, { Location: `https://${host}${path}`, ...cookie }).end()
}

describe('an app that redirects to https whatever X-Forwarded-Proto says', () => {
  const https: HeaderField = ['X-Forwarded-Proto', 'https']

  it.each([
    ['GET', '/a?b=c', 'demo.test', 'demo.test/a?b=c'],
    ['GET', '/', 'Demo.Test:443', 'Demo.Test:443/'],
  ])('is reported to send %s %s of %s around in a circle', async (method, path, host, url) => {
    const { tunnel } = await tunnelTo(secure, () => ({}))
    await tunnel.send({ method, target: path, fields: [['Host', host], https] }).done()
    expect(tunnel.log).toEqual([`misdirected by Location: https://${url}`, `${method} ${path} 301`])
  })

  it.each([
    ['a visitor who uses http', 'GET', '/', ['X-Forwarded-Proto', 'http']],
    ['a form that was sent', 'POST', '/', https],
    ['another page', 'GET', '/elsewhere', https],
    ['a visitor who has a cookie then', 'GET', '/cookie', https],
  ] as const)('is not reported for %s', async (_who, method, path, proto) => {
    const { tunnel } = await tunnelTo(secure, () => ({}))
    await tunnel.send({ method, target: path, fields: [['Host', 'demo.test'], proto] }).done()
    expect(tunnel.log).toEqual([`${method} ${path} 301`])
  })
})

describe('an app without --rewrite', () => {
  it('that redirects visitors to its local address is reported', async () => {
    const { port, tunnel } = await tunnelTo(
      (_request, response) => {
        const at = portOf(response)
        response.writeHead(302, { Location: `http://localhost:${at}/x` }).end()
      },
      () => ({}),
    )
    await tunnel.send({}).done()
    expect(tunnel.log).toEqual([`misdirected by Location: http://localhost:${port}/x`, 'GET / 302'])
  })
})

describe('header changes', () => {
  it('remove first, then add, in both directions', async () => {
    const { tunnel } = await tunnelTo(
      (request, response) => response.writeHead(200, { 'X-Powered-By': 'app' }).end(JSON.stringify(request.rawHeaders)),
      () => ({
        requestHeaders: { remove: new Set(['x-a']), add: [['X-A', 'mine']] },
        responseHeaders: { remove: new Set(['x-powered-by', 'date']), add: [['X-Robots-Tag', 'noindex']] },
      }),
    )
    const fields = [
      ['Host', 'demo.test'],
      ['x-a', 'theirs'],
    ] as const
    // Twice: an app's repeated heads are remembered.
    for (let count = 0; count < 2; count += 1) {
      const visit = await tunnel.send({ fields }).done()
      expect(JSON.parse(visit.body)).toEqual(['Host', 'demo.test', 'X-A', 'mine'])
      const names = visit.head?.fields.map(([name]) => name)
      expect(names).toContain('X-Robots-Tag')
      expect(names).not.toContain('X-Powered-By')
    }
  })
})

describe('--basic-auth', () => {
  it('admits visitors with a valid password, and hides it from the app', async () => {
    const { tunnel } = await tunnelTo(
      (request, response) => response.end(JSON.stringify(request.rawHeaders)),
      () => ({ gate: gate({ basicAuth: ['ada:secret', 'bob:päss:word'] }) }),
    )
    const asked = await tunnel.send({}).done()
    expect([asked.head?.status, asked.body]).toEqual([401, 'A user name and a password are needed.\n'])
    expect(asked.head?.fields).toContainEqual(['WWW-Authenticate', 'Basic realm="Culvert", charset="UTF-8"'])
    for (const pair of ['ada:secret', 'bob:päss:word']) {
      const visit = await tunnel.send({ fields: [['Host', 'demo.test'], authorization(pair)] }).done()
      expect([visit.head?.status, visit.body]).toEqual([200, JSON.stringify(['Host', 'demo.test'])])
    }
  })

  it('blocks a network for a minute after 20 wrong guesses, and still admits others', () => {
    const guarded = gate({ basicAuth: ['ada:secret'] })
    const ask = (pair: string, visitorAddress: string, nowMs: number) =>
      guarded.check(
        { kind: 'http', method: 'GET', target: '/', visitorAddress, requestId: '', fields: [authorization(pair)] },
        nowMs,
      )?.status
    for (let count = 0; count < 20; count += 1) expect(ask(`ada:${count}`, '203.0.113.7', 0)).toBe(401)
    expect(ask('ada:secret', '203.0.113.7', 0)).toBe(429)
    expect(ask('ada:secret', '198.51.100.1', 0)).toBeUndefined()
    expect(ask('ada:secret', '203.0.113.7', 60_001)).toBeUndefined()
  })
})

describe('--allow-cidr', () => {
  it('admits only the networks that it lists, in IPv4 and IPv6', async () => {
    const { tunnel } = await tunnelTo(
      (_request, response) => response.end('in'),
      () => ({
        gate: gate({
          allowed: [
            { address: '203.0.113.0', prefixLength: 24 },
            { address: '2001:db8::', prefixLength: 32 },
          ],
        }),
      }),
    )
    const status = async (visitorAddress: string) => (await tunnel.send({ visitorAddress }).done()).head?.status
    expect(await Promise.all(['203.0.113.200', '2001:db8::5', '203.0.114.1', '::1'].map(status))).toEqual([
      200, 200, 403, 403,
    ])
    expect(tunnel.log.filter((line) => line.endsWith('403'))).toHaveLength(2)
  })

  it('reads and discards the rest of a refused request', async () => {
    const { tunnel } = await tunnelTo(
      (_request, response) => response.end('in'),
      () => ({ gate: gate({ allowed: [] }) }),
    )
    const visit = tunnel.begin({ method: 'POST' })
    for (let count = 0; count < 40; count += 1) visit.stream.write(Buffer.alloc(64 * 1024))
    visit.stream.end()
    await visit.done()
    expect((await tunnel.send({}).done()).head?.status).toBe(403)
  })
})
