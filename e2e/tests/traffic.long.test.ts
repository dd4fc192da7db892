import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { type ClientRequest, type IncomingMessage, type ServerResponse, request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type App, type TestApp, startApp, startEcho, startEvents, startStaticFiles } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { openBrowser } from '../src/browser.ts'
import { type Site, planSite, startStandalone } from '../src/culvert.ts'
import { startJsonServer, startVite } from '../src/dev-servers.ts'
import { expose } from '../src/expose.ts'
import { startProcess } from '../src/processes.ts'
import { lookup, visit } from '../src/visit.ts'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
const exposed = (app: App) => expose(cleanup, site, app)

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
})

describe('Vite', () => {
  it('loads in a browser, and updates the open page over its WebSocket after an edit', () =>
    browser(async (page) => {
      const vite = await startVite(cleanup, 'Before the edit')
      const url = await exposed(vite)
      const connected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.')
      const socket = page.waitForEvent('websocket')
      await page.goto(url)
      await page.getByRole('heading', { name: 'Before the edit' }).waitFor()
      await connected
      // Vite's client would fall back to the local address, which is of no use to a visitor.
      expect((await socket).url()).toContain(new URL(url).host)
      await page.evaluate('window.untouched = true')

      await vite.edit('After the edit')
      await page.getByRole('heading', { name: 'After the edit' }).waitFor()
      expect(await page.evaluate('window.untouched')).toBe(true)
    }))
})

describe('json-server', () => {
  it('creates, lists, changes and deletes a record', async () => {
    const url = await exposed(await startJsonServer(cleanup))
    const json = { 'Content-Type': 'application/json' }

    const created = await visit(`${url}/notes`, { method: 'POST', headers: json, body: '{"text":"first"}' })
    expect(created.status).toBe(201)
    expect(new URL(created.headers.get('location')!).pathname).toBe('/notes/1')
    const listed = await visit(`${url}/notes?text=first`)
    expect(JSON.parse(listed.text)).toEqual([{ text: 'first', id: 1 }])
    const changed = await visit(`${url}/notes/1`, { method: 'PATCH', headers: json, body: '{"text":"second"}' })
    expect(JSON.parse(changed.text)).toEqual({ text: 'second', id: 1 })
    expect((await visit(`${url}/notes/1`, { method: 'DELETE' })).status).toBe(200)
    expect((await visit(`${url}/notes/1`)).status).toBe(404)
  })
})

describe('a static file server', () => {
  let url: string
  beforeAll(async () => {
    url = await exposed(await startStaticFiles(cleanup))
  })

  it('answers HEAD with a length but no body, and the connection can be used again', async () => {
    const head = await visit(`${url}/70000.bin`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '70000'])
    const both = await visit(`${url}/70000.bin`, { curl: ['--next', '--silent', `${url}/5.bin`] })
    expect(both.body).toHaveLength(70_005)
  })

  it('answers 304 without a body to a request with its ETag', async () => {
    const first = await visit(`${url}/2000.bin`)
    const etag = first.headers.get('etag')!
    const second = await visit(`${url}/2000.bin`, { headers: { 'If-None-Match': etag } })
    expect([second.status, second.body.length]).toEqual([304, 0])
  })

  it('serves a range of a file', async () => {
    const whole = await visit(`${url}/3000000.bin`)
    const range = await visit(`${url}/3000000.bin`, { headers: { Range: 'bytes=1048000-1049999' } })
    expect([range.status, range.headers.get('content-range')]).toEqual([206, 'bytes 1048000-1049999/3000000'])
    expect(range.body.equals(whole.body.subarray(1_048_000, 1_050_000))).toBe(true)
  })
})

describe('HTTP', () => {
  let app: TestApp
  let url: string
  beforeAll(async () => {
    app = await startApp(cleanup, () => {})
    url = await exposed(app)
  })

  it('carries a 204 without a body or a Content-Length', async () => {
    app.listener = (_request, response) => response.writeHead(204).end()
    const answer = await visit(url, { method: 'DELETE' })
    expect([answer.status, answer.body.length, answer.headers.has('content-length')]).toEqual([204, 0, false])
  })

  it("passes the visitor's address, scheme and host to the local app, whatever the visitor claims", async () => {
    app.listener = (request, response) => response.end(JSON.stringify(request.headers))
    const { text: seen } = await visit(url, { headers: { 'X-Forwarded-For': '203.0.113.7' }, curl: ['--ipv4'] })
    expect(JSON.parse(seen)).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(url).host,
    })
  })

  it('carries trailers in both directions', async () => {
    app.listener = (request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { Trailer: 'X-Seen' })
        response.write('body')
        response.addTrailers({ 'X-Seen': String(request.trailers['x-sum']) })
        response.end()
      })
    }
    const request = httpRequest(url, { lookup, method: 'POST', headers: { Trailer: 'X-Sum' } })
    request.write('body')
    request.addTrailers({ 'X-Sum': '42' })
    request.end()
    const response = await answerTo(request)
    await once(response.resume(), 'end')
    expect(response.trailers).toEqual({ 'x-seen': '42' })
    // curl does not send any itself, but shows those it gets.
    expect((await visit(url)).trailers).toEqual(new Map([['x-seen', 'undefined']]))
  })

  it('asks for the body of Expect: 100-continue when the local app does', async () => {
    app.server.once('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      response.writeContinue()
      request.pipe(response)
    })
    const answer = await visit(url, {
      headers: { Expect: '100-continue' },
      body: 'the body',
      curl: ['--expect100-timeout', '30'],
    })
    expect([answer.interim, answer.status, answer.text]).toEqual([[100], 200, 'the body'])
  })

  it('does not ask for the body of Expect: 100-continue when the local app refuses it', async () => {
    app.server.once('checkContinue', (_request, response: ServerResponse) => {
      response.writeHead(413, { Connection: 'close' }).end('Too large for me')
    })
    const request = httpRequest(url, {
      lookup,
      method: 'POST',
      headers: { Expect: '100-continue', 'Content-Length': 5_000_000 },
    })
    let asked = false
    request.on('continue', () => {
      asked = true
    })
    request.flushHeaders()
    const response = await answerTo(request)
    expect([response.statusCode, await text(response), asked]).toEqual([413, 'Too large for me', false])
    request.destroy()
  })

  it('passes the first bytes of an upload to the local app before the last are sent', async () => {
    const arrived = new EventEmitter()
    app.listener = (request, response) => {
      request.on('data', (chunk: Buffer) => arrived.emit('chunk', chunk.toString()))
      request.on('end', () => response.end('all of it'))
    }
    const request = httpRequest(url, { lookup, method: 'POST' })
    const first = once(arrived, 'chunk')
    request.write('first')
    expect(await first).toEqual(['first'])
    const last = once(arrived, 'chunk')
    request.end('last')
    expect(await last).toEqual(['last'])
    expect(await text(await answerTo(request))).toBe('all of it')
  })

  it('passes the first bytes of an answer to the visitor before the local app sends the last', async () => {
    const seen = new EventEmitter()
    app.listener = (_request, response) => {
      response.write('first')
      seen.once('first', () => response.end('last'))
    }
    const response = await answerTo(httpRequest(url, { lookup }).end())
    expect(String(await once(response, 'data'))).toBe('first')
    seen.emit('first')
    expect(await text(response)).toBe('last')
  })

  it('aborts the request at the local app when the visitor disconnects during the answer', async () => {
    const gone = Promise.withResolvers<boolean>()
    app.listener = (_request, response) => {
      response.write('the beginning')
      response.on('close', () => gone.resolve(response.writableFinished))
    }
    const response = await answerTo(httpRequest(url, { lookup }).end())
    response.destroy()
    expect(await gone.promise).toBe(false)
  })

  it('aborts the request at the local app when the visitor disconnects during an upload', async () => {
    const begun = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<boolean>()
    app.listener = (request) => {
      request.once('data', () => begun.resolve())
      request.on('error', () => gone.resolve(request.complete))
    }
    const request = httpRequest(url, { lookup, method: 'POST' })
    request.on('error', () => {})
    request.write('the beginning')
    await begun.promise
    request.destroy()
    expect(await gone.promise).toBe(false)
  })

  it('does not present an answer as complete if the local app broke it off', async () => {
    app.listener = (_request, response) => {
      response.write('the beginning', () => response.destroy())
    }
    await expect(visit(url)).rejects.toThrow(/^curl: \((18|56)\)/)
  })
})

describe('--compress', () => {
  it('delivers the same page in fewer bytes, and events as they are sent', async () => {
    const page = '<p>All work and no play makes Jack a dull boy.</p>'.repeat(1_000)
    const app = await startApp(cleanup, ({ url }, response) => {
      response.setHeader('Content-Type', url === '/events' ? 'text/event-stream' : 'text/html')
      if (url === '/events') response.write('data: first\n\n')
      else response.end(page)
    })
    const url = await expose(cleanup, site, app, ['--compress'])
    const coded = await visit(url, { headers: { 'Accept-Encoding': 'gzip' } })
    expect([coded.headers.get('content-encoding'), coded.headers.get('vary')]).toEqual(['gzip', 'Accept-Encoding'])
    expect(coded.body.length).toBeLessThan(page.length / 20)
    expect((await visit(url, { curl: ['--compressed'] })).text).toBe(page)
    expect((await visit(url)).text).toBe(page)

    const asked = httpRequest(`${url}/events`, { lookup, headers: { 'accept-encoding': 'gzip' } }).end()
    const [events] = (await once(asked, 'response')) as [IncomingMessage]
    const [event] = (await once(events, 'data')) as [Buffer]
    expect(event.toString()).toBe('data: first\n\n')
    asked.destroy()
  })
})

describe('server-sent events', () => {
  it('arrive one by one, each as soon as it is sent', async () => {
    const events = await startEvents(cleanup)
    const visitor = startProcess('curl', ['--silent', '--no-buffer', await exposed(events)])
    cleanup.defer(() => visitor.stop())
    const session = await events.session
    for (const number of [1, 2, 3]) {
      session.push({ number })
      await visitor.waitForOutput(new RegExp(`data: ?{"number":${number}}`))
    }
    expect(visitor.stdout).not.toContain('"number":4')
  })
})

describe('WebSocket', () => {
  let url: string
  beforeAll(async () => {
    url = await exposed(await startEcho(cleanup))
  })

  it('echoes a large message unchanged', async () => {
    const socket = await openSocket(url)
    const message = randomBytes(16 * 1024 * 1024)
    socket.send(message)
    const [echoed] = (await once(socket, 'message')) as [Buffer]
    expect(echoed.equals(message)).toBe(true)
    socket.terminate()
  })

  it('echoes ten thousand messages in order', async () => {
    const socket = await openSocket(url)
    const echoed: string[] = []
    const all = new Promise<void>((resolve) => {
      socket.on('message', (data: Buffer) => {
        if (echoed.push(data.toString()) === 10_000) resolve()
      })
    })
    const sent = Array.from({ length: 10_000 }, (_, index) => `message ${index}`)
    for (const message of sent) socket.send(message)
    await all
    expect(echoed).toEqual(sent)
    socket.close(4000, 'enough')
    expect(await once(socket, 'close')).toEqual([4000, Buffer.from('enough')])
  })
})

async function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws'), { lookup })
  await once(socket, 'open')
  return socket
}
