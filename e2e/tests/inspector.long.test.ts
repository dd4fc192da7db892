import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request as sendRequest, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type TestApp, startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup, createCleanupOfTest } from '../src/cleanup.ts'
import { type Site, createTempFolder, planSite, startStandalone } from '../src/culvert.ts'
import { copyAs, openInspected, requestRow } from '../src/inspector.ts'
import { signUp } from '../src/people.ts'
import { startProcess } from '../src/processes.ts'
import { findFaults } from '../src/screenshots/faults.ts'
import { type VisitOptions, lookup, visit } from '../src/visit.ts'

const cleanup = createCleanup()
const ofTest = createCleanupOfTest()
const browser = openBrowser(cleanup)
let site: Site
let app: TestApp
let secret: string

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  app = await startApp(cleanup, (request, response) => void answer(request, response))
  new WebSocketServer({ server: app.server }).on('connection', (socket) => {
    socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
  })
  secret = (await (await signUp(site, 'Ada')).createAuthToken()).secret
})

/** Answers with the content that the path names, and any other path with the request itself. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await buffer(request)
  const send = (type: string, content: string | Buffer, more: Record<string, string> = {}) =>
    response.writeHead(200, { 'content-type': type, ...more }).end(content)
  switch (request.url ?? '') {
    case '/image':
      return void send('image/png', png)
    case '/binary':
      return void send('application/octet-stream', Buffer.from([0, 1, 2, 0x41, 255]))
    case '/text':
      return void send('text/plain', brotliCompressSync('one line\nanother'), { 'content-encoding': 'br' })
    case '/page':
      return void send('text/html', '<!doctype html><title>A page</title><h1>From the app</h1>')
    case '/events':
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: price\ndata: {"total":3}\n\n')
      return
    default: {
      const { method, url, headers } = request
      send(
        'application/json',
        JSON.stringify({
          method,
          url,
          type: headers['content-type'],
          note: headers['x-note'],
          body: body.toString('base64'),
        }),
      )
    }
  }
}

const open = () => openInspected(ofTest, site, { port: app.port, secret })

/** Opens a request of the list. */
async function show(page: Page, name: RegExp): Promise<void> {
  await requestRow(page, name).first().click()
  await page.getByRole('heading', { name }).waitFor()
}

/** Expects the page to have no faults, on a desktop and on a phone. */
async function expectNoFaults(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect((await findFaults(page)).join('\n')).toBe('')
  }
}

describe('the inspector', () => {
  it('shows each type of body in a suitable form', () =>
    browser(async (page) => {
      const { agent, url } = await open()
      const form = {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'name=Ada+L&tag=a%20b',
      }
      await visit(`${agent.publicUrl}/form`, form)
      await visit(`${agent.publicUrl}/upload`, {
        method: 'POST',
        curl: ['--form', 'title=Hello', '--form', 'file=@package.json;type=text/plain;filename=a.txt'],
      })
      for (const path of ['image', 'binary', 'text', 'json']) await visit(`${agent.publicUrl}/${path}`)
      await page.goto(url)
      // The agent lists a request a moment after its answer, and the list holds back new requests while its user reads.
      await requestRow(page, /\/json/).waitFor()
      const kinds: [name: RegExp, seen: (page: Page) => Promise<unknown>][] = [
        [/\/form/, () => page.getByRole('definition').getByText('Ada L').waitFor()],
        [/\/upload/, () => page.getByRole('term').getByText('file (file a.txt)').waitFor()],
        [/\/binary/, () => page.getByText(/000000 {2}00 01 02 41 ff .*\.\.\.A\./).waitFor()],
        [
          /\/text/,
          () =>
            page
              .getByText('another')
              .and(page.getByRole('group', { name: 'Body' }))
              .waitFor(),
        ],
        [/\/json/, () => page.getByText('method: "GET"').waitFor()],
        [/\/image/, () => page.waitForFunction('document.querySelector("img[alt=\'The body\']").naturalWidth === 1')],
      ]
      for (const [name, seen] of kinds) {
        await show(page, name)
        await seen(page)
        await expectNoFaults(page)
      }
    }))

  it('shows messages of WebSockets and event streams as they arrive', () =>
    browser(async (page) => {
      const { agent, url } = await open()
      await page.goto(url)
      const socket = new WebSocket(`${agent.publicUrl.replace('http', 'ws')}/socket`, { lookup })
      ofTest.defer(() => socket.terminate())
      await once(socket, 'open')
      socket.send('{"token":"hunter2","n":1}')
      await show(page, /\/socket/)
      await page.getByText('{"token":"[redacted]","n":1}').nth(1).waitFor()
      socket.send(Buffer.from([0, 0x42, 255]))
      await page
        .getByText(/000000 {2}00 42 ff/)
        .nth(1)
        .waitFor()
      await expectNoFaults(page)
      const stream = sendRequest(`${agent.publicUrl}/events`, { lookup }).end()
      ofTest.defer(() => stream.destroy())
      await page.getByRole('button', { name: '1 new' }).click()
      await show(page, /\/events/)
      await page.getByText('data: {"total":3}').waitFor()
      await expectNoFaults(page)
    }))

  it('copies requests so that curl and fetch send the same request', () =>
    browser(async (page) => {
      const { agent, url } = await open()
      const note = { 'x-note': `it's "so"` }
      const requests: [path: string, VisitOptions][] = [
        ['/get?q=a%20b', { headers: note }],
        [
          '/post',
          { method: 'POST', headers: { ...note, 'content-type': 'application/json' }, body: '{"a":"it\'s\\n€"}\n' },
        ],
        ['/untyped', { method: 'PUT', headers: { 'content-type': '' }, body: '@text\r\n$(date) `date` \\' }],
        ['/binary-in', { method: 'POST', headers: { 'content-type': 'image/png' }, body: png }],
      ]
      const answers: string[] = []
      for (const [path, options] of requests) answers.push((await visit(agent.publicUrl + path, options)).text)
      await page.goto(url)
      for (const [index, [path]] of requests.entries()) {
        await show(page, new RegExp(path.replace('?', String.raw`\?`)))
        const command = `set -o pipefail; ${await copyAs(page, 'cURL (bash)')} --silent`
        expect(await outputOf('bash', ['-c', command])).toBe(answers[index])
        const script = `console.log(await (${await copyAs(page, 'fetch')}).text())`
        expect(
          await outputOf(process.execPath, ['--import', namesOfThisMachine, '--input-type=module', '-e', script]),
        ).toBe(`${answers[index]}\n`)
      }
    }))

  it('copies HAR files that a browser can replay', () =>
    browser(async (page) => {
      const { agent, url } = await open()
      const folder = await createTempFolder(ofTest)
      for (const path of ['page', 'image', 'text']) await visit(`${agent.publicUrl}/${path}`)
      await page.goto(url)
      // One that came later would wait above the list while another is read.
      await page.getByText('3 kept', { exact: true }).waitFor()
      const files: string[] = []
      for (const path of ['page', 'image', 'text']) {
        await show(page, new RegExp(`/${path}`))
        const copied = await copyAs(page, 'HAR')
        expect(JSON.parse(copied)).toEqual(harOf(`${agent.publicUrl}/${path}`))
        const file = join(folder, `${path}.har`)
        writeFileSync(file, copied)
        files.push(file)
      }
      await agent.stop()
      const reader = await page.context().newPage()
      for (const file of files) await reader.routeFromHAR(file, { notFound: 'fallback' })
      await reader.goto(`${agent.publicUrl}/page`)
      await reader.getByRole('heading', { name: 'From the app' }).waitFor()
      const text = await reader.goto(`${agent.publicUrl}/text`)
      expect(await text?.text()).toBe('one line\nanother')
      const image = await reader.goto(`${agent.publicUrl}/image`)
      expect(await image?.body()).toEqual(png)
    }))

  it('draws only the visible rows of 1,500 requests, and does not move them when one arrives', () =>
    browser(async (page) => {
      const { agent, url } = await open()
      const count = 1_500
      await page.goto(url)
      for (let from = 0; from < count; from += batchMax) {
        await sendRange(agent.publicUrl, from, from + batchMax)
        await page.getByText(`${(from + batchMax).toLocaleString('en-US')} kept`, { exact: true }).waitFor()
      }
      await page.goto(url)
      const rows = page.getByRole('list', { name: 'Requests' }).getByRole('listitem')
      await requestRow(page, new RegExp(`/r${count - 1} `)).waitFor()
      expect(await rows.count()).toBeLessThan(40)
      await page.keyboard.press('ArrowDown')
      // Each loads a page of older ones.
      while ((await requestRow(page, /\/r0 /).count()) === 0) await page.keyboard.press('End')
      await requestRow(page, /\/r0 /).waitFor()
      expect(await rows.count()).toBeLessThan(40)
      for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowUp')
      const read = requestRow(page, /\/r3 /)
      await read.and(page.locator(':focus')).waitFor()
      const before = await read.boundingBox()
      await visit(`${agent.publicUrl}/late`)
      await page.getByRole('button', { name: '1 new' }).waitFor()
      expect(await read.boundingBox()).toEqual(before)
      await page.getByRole('button', { name: '1 new' }).click()
      await requestRow(page, /\/late/).waitFor()
      await expectNoFaults(page)
    }))
})

/** Returns what HAR 1.2 requires for an exchange. */
function harOf(url: string) {
  const pairs = expect.arrayContaining([{ name: expect.any(String), value: expect.any(String) }])
  const request = { method: 'GET', url, httpVersion: 'HTTP/1.1', cookies: [], headers: pairs, queryString: [] }
  const response = { status: 200, statusText: 'OK', httpVersion: 'HTTP/1.1', cookies: [], headers: pairs }
  const content = expect.objectContaining({
    size: expect.any(Number),
    mimeType: expect.any(String),
    text: expect.any(String),
  })
  const entry = {
    startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    time: expect.any(Number),
    request: { ...request, headersSize: -1, bodySize: 0 },
    response: { ...response, content, redirectURL: '', headersSize: -1, bodySize: expect.any(Number) },
    cache: {},
    timings: { send: 0, wait: expect.any(Number), receive: expect.any(Number) },
  }
  return { log: { version: '1.2', creator: { name: 'culvert', version: expect.any(String) }, entries: [entry] } }
}

/** A module that makes Node resolve every name to this machine. */
const namesOfThisMachine = `data:text/javascript,${encodeURIComponent(
  `import dns from 'node:dns'; dns.lookup = (name, options, done) => options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)`,
)}`

async function outputOf(program: string, args: string[]): Promise<string> {
  const running = startProcess(program, args)
  const { code } = await running.waitForExit()
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${running.stderr}`)
  return running.stdout
}

/** So many requests of a burst are kept however busy the agent is. */
const batchMax = 25

/** Sends a range of requests, one after the other. */
async function sendRange(publicUrl: string, from: number, to: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  ofTest.defer(() => agent.destroy())
  for (let index = from; index < to; index += 1) {
    const [response] = (await once(sendRequest(`${publicUrl}/r${index}`, { lookup, agent }).end(), 'response')) as [
      IncomingMessage,
    ]
    await buffer(response)
  }
}
