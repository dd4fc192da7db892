import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { deferClose } from '../testing/cleanup.ts'
import { authToken, commandOf, environmentOf, runCommand } from '../testing/command.ts'
import { makeFolder } from '../testing/folder.ts'
import { publicUrl, startFakeServer } from '../testing/fake-server.ts'
import { ask, bearer, call, open, openAgent, untilListed, visit } from '../testing/inspected-agent.ts'
import { hasTerminals, openTerminal } from '../testing/terminal.ts'
import { listen } from '../testing/sockets.ts'
import type { AgentStatus, ReplayAnswer, RequestChanges, RequestDetail, RequestList } from '../inspection/api-types.ts'

describe('the local server', () => {
  it('refuses requests without its token, from another website, or for another host', async () => {
    const { file } = await openAgent()
    const right = { authorization: `Bearer ${file.token}` }
    const attempts: [headers: Record<string, string>, status: number][] = [
      [right, 200],
      [{ ...right, host: `localhost:${file.port}` }, 200],
      [{}, 401],
      [{ authorization: `Bearer ${'0'.repeat(32)}` }, 401],
      [{ cookie: `token=${file.token}` }, 401],
      [{ ...right, host: 'rebound.example' }, 421],
      [{ ...right, host: `127.0.0.1.example:${file.port}` }, 421],
      [{ ...right, host: '127.0.0.1' }, 421],
      [{ ...right, origin: 'https://evil.example' }, 403],
      [{ ...right, origin: `http://127.0.0.1:${file.port + 1}` }, 403],
      [{ ...right, origin: 'null' }, 403],
      [{ ...right, 'sec-fetch-site': 'cross-site' }, 403],
      [{ ...right, 'sec-fetch-site': 'same-site' }, 403],
    ]
    for (const [headers, status] of attempts) {
      for (const [method, path] of [
        ['GET', '/api/status'],
        ['GET', '/api/requests'],
      ] as const) {
        const { response, body } = await ask(file, method, path, headers)
        expect([headers, response.statusCode]).toEqual([headers, status])
        expect(response.headers).not.toHaveProperty('access-control-allow-origin')
        if (status !== 200) expect(body).not.toContain(publicUrl)
      }
    }
    const foreign = await ask(file, 'POST', '/api/stop', { ...right, origin: 'https://evil.example' })
    expect(foreign.response.statusCode).toBe(403)
    expect((await ask(file, 'GET', '/', { host: 'rebound.example' })).response.statusCode).toBe(421)
  })

  it.runIf(process.platform === 'linux')('listens on 127.0.0.1 only', async () => {
    const { file } = await openAgent()
    const error = await new Promise<NodeJS.ErrnoException>((resolve) =>
      connect(file.port, '127.0.0.2').on('error', resolve),
    )
    expect(error.code).toBe('ECONNREFUSED')
  })

  it.skipIf(process.platform === 'win32')(
    'writes a file that only its user can read, and removes it when it stops',
    async () => {
      const { command, folder, path } = await openAgent()
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(statSync(join(folder, 'state/run')).mode & 0o777).toBe(0o700)
      command.signal('SIGTERM')
      expect(await command.exited).toBe(0)
      expect(readdirSync(join(folder, 'state/run'))).toEqual([])
      expect(command.stdout + command.stderr).not.toContain('token')
    },
  )

  it('takes a free port, so that several agents can run at the same time', async () => {
    const [one, two] = [await openAgent(), await openAgent()]
    expect(one.file.port).not.toBe(two.file.port)
  })

  it('makes the command exit with 2 if the port of --inspect-port is in use', async () => {
    const other = createServer()
    const port = await listen(other)
    const folder = makeFolder()
    const server = await startFakeServer()
    for (const [more, stream] of [
      [[], 'stderr'],
      [['--json'], 'stdout'],
    ] as const) {
      const command = runCommand(
        ['http', '3000', '--authtoken', authToken, '--server', server.url, '--inspect-port', String(port), ...more],
        { CULVERT_CONFIG_DIR: folder },
      )
      expect(await command.exited).toBe(2)
      expect(command[stream]).toContain(`The inspector cannot listen on port ${port}.`)
      expect(command[stream]).toContain('Another program listens there.')
      expect(command[stream]).toContain('Give --inspect-port another port')
    }
    expect(server.calls).toEqual([])
  })

  it('has written its file before the agent requests a tunnel', async () => {
    const folder = makeFolder()
    const server = await startFakeServer()
    const found: string[][] = []
    server.answers.startAgent = () => {
      found.push(readdirSync(join(folder, 'state/run')))
      return { code: 'BAD_USER_INPUT', message: 'No.', field: 'name' }
    }
    const command = runCommand(['http', '3000', '--authtoken', authToken, '--server', server.url], {
      CULVERT_CONFIG_DIR: folder,
    })
    await command.exited
    expect(found).toEqual([[`${command.pid}.json`]])
  })

  it('skips port 4045, which browsers block', async () => {
    const taken = [4040, 4041, 4042, 4043, 4044].map((port) => {
      // Another program may be using the port, which serves the test as well while it does.
      const server = createServer()
        .on('error', () => {})
        .listen(port, '127.0.0.1')
      deferClose(() => void server.close())
      return server
    })
    await Promise.allSettled(taken.map((server) => once(server, 'listening')))
    // If another program releases one of these ports, an agent takes it, and the next agent gets a higher one.
    let { file } = await openAgent()
    while (file.port < 4045) ({ file } = await openAgent())
    expect(file.port).toBeGreaterThan(4045)
    await expect(fetch(`http://127.0.0.1:${file.port}//`)).resolves.toBeInstanceOf(Response)
    await expect(fetch(`http://127.0.0.1:${file.port}/`)).resolves.toBeInstanceOf(Response)
  })

  it('lists requests newest first, filters them, shows a single one, and deletes them', async () => {
    const { file, session } = await openAgent()
    for (const target of ['/a', '/b?token=hunter2', '/missing']) await visit(session, { target })
    const all = await untilListed(file, 3)
    expect(all.map(({ target }) => target)).toEqual(['/missing', '/b?token=[redacted]', '/a'])
    const list = async (query: string) =>
      ((await call(file, 'GET', `requests?${query}`)) as RequestList).requests.map(({ target }) => target)
    expect(await list('status=4')).toEqual(['/missing'])
    expect(await list('path=B%3F')).toEqual(['/b?token=[redacted]'])
    expect(await list('method=POST')).toEqual([])
    expect(await list(`before=${all[1]!.id}`)).toEqual(['/a'])
    const detail = (await call(file, 'GET', `requests/${all[2]!.id}`)) as RequestDetail
    expect(detail).toMatchObject({ status: 200, responseBody: { content: 'You asked for /a' } })
    expect((await ask(file, 'GET', '/api/requests/none', bearer(file))).response.statusCode).toBe(404)
    await call(file, 'DELETE', 'requests')
    expect(await list('')).toEqual([])
  })

  it('streams the changes that match a filter', async () => {
    const { file, session } = await openAgent()
    const { response } = await open(file, 'GET', '/api/changes?path=live', bearer(file))
    for (const target of ['/other', '/live']) await visit(session, { target })
    const changes: RequestChanges[] = []
    for await (const chunk of response as AsyncIterable<Buffer>) {
      changes.push(...readEvents(chunk))
      if (changes.some(({ requests }) => requests.length > 0)) break
    }
    expect(changes.flatMap(({ requests }) => requests.map(({ target }) => target))).toEqual(['/live'])
    expect(changes.at(-1)).toMatchObject({ isPartial: false, keeping: { requestCount: 2, seen: 2 } })
  })

  it('marks a change as partial when 501 requests have changed', async () => {
    const { file, session } = await openAgent()
    const count = 501
    await Promise.all(Array.from({ length: count }, (_, index) => visit(session, { target: `/${index}` })))
    for (;;) {
      const { keeping } = (await call(file, 'GET', 'status')) as AgentStatus
      if (keeping.requestCount === count) break
    }
    const { response } = await open(file, 'GET', '/api/changes', bearer(file))
    await call(file, 'DELETE', 'requests')
    for await (const chunk of response as AsyncIterable<Buffer>) {
      const forgetting = readEvents(chunk).find(({ forgotten }) => forgotten.length > 0)
      if (forgetting === undefined) continue
      expect(forgetting).toMatchObject({ isPartial: true, keeping: { requestCount: 0 } })
      break
    }
  })

  it('answers 404 with the reason to a path with an invalid escape', async () => {
    const { file } = await openAgent()
    const answer = await ask(file, 'GET', '/api/requests/%ff', bearer(file))
    expect([answer.response.statusCode, answer.body]).toEqual([404, expect.stringContaining('Expected a path')])
  })

  it('answers 400 with the reason to an invalid replay', async () => {
    const { file, session } = await openAgent()
    await visit(session, { target: '/a' })
    const [request] = await untilListed(file, 1)
    const right = { method: 'GET', target: '/a', fields: [], body: { encoding: 'utf8', content: '' } }
    const wrong: [body: unknown, message: string][] = [
      ['{', 'Expected a request as JSON.'],
      [{ ...right, fields: [['X\r\nY', 'z']] }, 'Expected fields as pairs'],
      [{ ...right, target: '/a b' }, 'Expected a path and query'],
      [{ ...right, method: 'G T' }, 'Expected a method'],
      [{ ...right, body: { encoding: 'hex', content: '' } }, 'Expected a body'],
      [' '.repeat(3_000_000), 'Expected at most'],
    ]
    for (const [body, message] of wrong) {
      const sent = typeof body === 'string' ? body : JSON.stringify(body)
      const answer = await ask(file, 'POST', `/api/requests/${request!.id}/replay`, bearer(file), sent)
      expect([answer.response.statusCode, answer.body]).toEqual([400, expect.stringContaining(message)])
    }
  })

  it('replays a request by the rules of its tunnel, without its secrets or as edited', async () => {
    const { file, session, asked } = await openAgent(['--request-header-add', 'X-Rule: yes', '--basic-auth', 'ada:pw'])
    const fields: [string, string][] = [
      ['Authorization', `Basic ${Buffer.from('ada:pw').toString('base64')}`],
      ['X-Api-Key', 'hunter2'],
      ['Content-Type', 'application/json'],
    ]
    await visit(session, { method: 'POST', target: '/in?token=hunter2&page=2', fields }, '{"n":1}')
    const [original] = await untilListed(file, 1)
    const repeated = (await call(file, 'POST', `requests/${original!.id}/replay`)) as ReplayAnswer
    expect(repeated.omitted).toEqual(['header Authorization', 'header X-Api-Key', 'query token'])
    expect(repeated.request).toMatchObject({ replayOf: original!.id, status: 200, target: '/in?page=2' })
    const edited = {
      method: 'PUT',
      target: '/edited',
      fields: [['X-Api-Key', 'mine']],
      body: { encoding: 'utf8', content: 'other' },
    }
    await call(file, 'POST', `requests/${original!.id}/replay`, JSON.stringify(edited))
    expect(asked.slice(1)).toEqual([
      expect.objectContaining({
        method: 'POST',
        url: '/in?page=2',
        body: '{"n":1}',
        replay: original!.id,
        rule: 'yes',
      }),
      expect.objectContaining({ method: 'PUT', url: '/edited', body: 'other', key: 'mine', rule: 'yes' }),
    ])
  })

  it('replays the bytes of a body, in whatever charset they are', async () => {
    const { file, session, asked } = await openAgent()
    const latin1 = 'text/plain; charset=ISO-8859-1'
    const bodies: [type: string, body: Buffer, shown: string][] = [
      [latin1, Buffer.from('Grüße', 'latin1'), 'Grüße'],
      ['text/plain; charset=utf-16le', Buffer.from('Grüße', 'utf16le'), 'Grüße'],
      ['text/plain; charset=Shift_JIS', Buffer.from('8365836683678367', 'hex'), 'テデトト'],
      ['text/csv', Buffer.from('\ufeffa;b'), 'a;b'],
      ['text/csv', Buffer.from('Grüße', 'latin1'), 'Gr\ufffd\ufffde'],
      ['application/json', Buffer.from('{"name":"Grüße"}'), '{"name":"Grüße"}'],
    ]
    for (const [type, body, shown] of bodies) {
      await visit(session, { method: 'POST', target: '/in', fields: [['Content-Type', type]] }, body)
      const [original] = await untilListed(file, asked.length)
      const { request, omitted } = (await call(file, 'POST', `requests/${original!.id}/replay`)) as ReplayAnswer
      expect(asked.at(-1)).toMatchObject({ bytes: body, replay: original!.id })
      expect([request.requestBody.content, omitted]).toEqual([shown, []])
    }
  })

  it('replays a body without its secrets, or as edited, in the charset of its Content-Type', async () => {
    const { file, session, asked } = await openAgent()
    const without = ['values of the body, which has [redacted] in their place']
    const bodies: [type: string, charset: BufferEncoding][] = [
      ['application/x-www-form-urlencoded; charset=iso-8859-1', 'latin1'],
      ['application/x-www-form-urlencoded', 'latin1'],
      ['text/plain; charset=utf-16le', 'utf16le'],
    ]
    for (const [type, charset] of bodies) {
      const fields = [['Content-Type', type]] as [string, string][]
      const body = Buffer.from('name=Grüße&token=hunter2', charset)
      await visit(session, { method: 'POST', target: '/in', fields }, body)
      const [original] = await untilListed(file, asked.length)
      const path = `requests/${original!.id}/replay`
      expect(await call(file, 'POST', path)).toMatchObject({ omitted: without })
      expect(asked.at(-1)?.bytes.toString(charset)).toBe('name=Grüße&token=[redacted]')
    }
    const [original] = await untilListed(file, asked.length)
    const edited = (content: string, type: string) =>
      ask(
        file,
        'POST',
        `/api/requests/${original!.id}/replay`,
        bearer(file),
        JSON.stringify({
          method: 'POST',
          target: '/',
          fields: [['Content-Type', type]],
          body: { encoding: 'utf8', content },
        }),
      )
    await edited('Grüße', 'text/plain; charset=iso-8859-1')
    expect(asked.at(-1)?.bytes).toEqual(Buffer.from('Grüße', 'latin1'))
    await edited('Grüße', 'text/plain')
    expect(asked.at(-1)?.bytes).toEqual(Buffer.from('Grüße'))
    const { response, body } = await edited('テ', 'text/plain; charset=iso-8859-1')
    expect([response.statusCode, body]).toEqual([400, expect.stringContaining('cannot be sent in windows-1252')])
  })

  it('replays all of a query, even if it has a question mark', async () => {
    const { file, session, asked } = await openAgent()
    const target = '/next?to=/login?from=/shop&token=hunter2&q=why?'
    await visit(session, { target })
    const [original] = await untilListed(file, 1)
    const { omitted } = (await call(file, 'POST', `requests/${original!.id}/replay`)) as ReplayAnswer
    expect(omitted).toEqual(['query token'])
    expect(asked.map(({ url }) => url)).toEqual([target, '/next?to=/login?from=/shop&q=why?'])
  })

  it('keeps no requests with --no-inspect, but still reports its status', async () => {
    const { file, session } = await openAgent(['--no-inspect'])
    await visit(session, { target: '/a' })
    expect(await call(file, 'GET', 'requests')).toEqual({ requests: [] })
    const status = (await call(file, 'GET', 'status')) as AgentStatus
    expect(status).toMatchObject({ keeping: { isOn: false }, tunnels: [{ publicUrl, requestCount: 1 }] })
  })
})

const noContent = { encoding: 'utf8', content: '' }

describe('commands that talk to running tunnels', () => {
  it('show and stop them, and replay their requests', async () => {
    const { folder, session, file, command } = await openAgent(['--name', 'shop'])
    await visit(session, { target: '/hello' })
    const [request] = await untilListed(file, 1)
    expect(await run(folder, ['status'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`shop: ${publicUrl}`),
    })
    const status = JSON.parse((await run(folder, ['status', '--json'])).stdout) as { agents: AgentStatus[] }
    expect(status.agents[0]).toMatchObject({ pid: command.pid, tunnels: [{ name: 'shop', publicUrl }] })
    expect((await run(folder, ['inspect', '--no-browser'])).stdout).toBe(
      `http://127.0.0.1:${file.port}/#token=${file.token}\n`,
    )
    expect((await run(folder, ['logs', '--no-follow'])).stdout).toMatch(
      new RegExp(`${request!.id} \\[shop\\] GET /hello 200 `),
    )
    expect(await run(folder, ['replay', request!.id])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('You asked for /hello'),
    })
    expect(await run(folder, ['replay', 'none'])).toMatchObject({ code: 2, stderr: expect.stringContaining('none') })
    expect(await run(folder, ['stop', 'blog'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Open are: shop.'),
    })
    expect(await run(folder, ['stop', 'shop'])).toMatchObject({ code: 0, stdout: 'Stopped 1 tunnel.\n' })
    expect(await command.exited).toBe(0)
    expect(await run(folder, ['status'])).toMatchObject({ stdout: 'No tunnel is open on this machine.\n' })
  })

  it.skipIf(process.platform === 'win32')(
    'open the public URL in the browser, and the inspector with its token',
    async () => {
      const { folder, file } = await openAgent(['--name', 'shop'])
      const desktop = standInForBrowser()
      expect(await run(folder, ['open', 'shop'], desktop.env)).toMatchObject({ code: 0, stdout: `${publicUrl}\n` })
      expect(await desktop.nextPage()).toBe(publicUrl)
      expect(await run(folder, ['inspect'], desktop.env)).toMatchObject({ code: 0 })
      expect(await desktop.nextPage()).toBe(`http://127.0.0.1:${file.port}/#token=${file.token}`)
      expect(await run(folder, ['open', 'blog'], desktop.env)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('Open are: shop.'),
      })
      // Nothing there opens pages.
      expect(await run(folder, ['open'], { PATH: '' })).toMatchObject({ code: 0, stdout: `${publicUrl}\n` })
    },
  )

  it('ask no proxy, although Node is told to use one', async () => {
    const { folder } = await openAgent(['--name', 'shop'])
    const proxied: string[] = []
    const proxy = createServer((request, response) => {
      proxied.push(request.url ?? '')
      response.end()
    })
    proxy.on('connect', ({ url = '' }, socket) => (proxied.push(url), socket.destroy()))
    const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: `http://127.0.0.1:${await listen(proxy)}` }
    expect((await run(folder, ['status'], env)).stdout).toContain(`shop: ${publicUrl}`)
    expect(proxied).toEqual([])
  })

  it('print all kept requests of a tunnel, however many there are', async () => {
    const { folder, session, file } = await openAgent(['--name', 'shop'])
    const count = 501
    const targets = Array.from({ length: count }, (_, index) => `/${index}`)
    await Promise.all(targets.map((target) => visit(session, { target })))
    while (((await call(file, 'GET', 'status')) as AgentStatus).keeping.requestCount < count) await setTimeout(100)
    const { stdout } = await run(folder, ['logs', 'shop', '--no-follow'])
    const printed = [...stdout.matchAll(/ GET (\S+) 200 /g)].map(([, target]) => target)
    expect(new Set(printed)).toEqual(new Set(targets))
    expect(printed).toHaveLength(count)
  })

  it('follow requests until the tunnel ends', async () => {
    const { folder, session, command } = await openAgent()
    await visit(session, { target: '/before' })
    const logs = runCommand(['logs', '--json'], { CULVERT_CONFIG_DIR: folder })
    await logs.until('"/before"')
    await visit(session, { target: '/after' })
    await logs.until('"/after"')
    command.signal('SIGTERM')
    expect(await logs.exited).toBe(0)
  })

  it.skipIf(process.platform === 'win32')('print everything to a pipe whose reader is slow', async () => {
    const { folder, session, file, answers } = await openAgent()
    answers.json = { text: 'x'.repeat(300_000) }
    await visit(session, { target: '/json' })
    const [request] = await untilListed(file, 1)
    const { stdout } = await runPiped(folder, ['replay', request!.id], 'sleep 1; cat')
    expect(stdout).toContain(`\n\n${JSON.stringify(answers.json)}\n`)
  })

  it.runIf(hasTerminals)('show an answer at a terminal without what could control it', async () => {
    const { folder, session, file, answers } = await openAgent()
    answers.json = { text: 'a\u0090b' }
    await visit(session, { target: '/json' })
    const [request] = await untilListed(file, 1)
    const terminal = openTerminal(`culvert replay ${request!.id}`, { CULVERT_CONFIG_DIR: folder })
    expect(await terminal.exited).toBe(0)
    expect(terminal.shown).toContain('{"text":"a b"}')
    expect((await run(folder, ['replay', request!.id])).stdout).toContain(JSON.stringify(answers.json))
  })

  it.skipIf(process.platform === 'win32')('end quietly when their reader has left', async () => {
    const { folder, session, file } = await openAgent()
    for (let count = 0; count < 3; count += 1) await visit(session, { target: `/${count}` })
    const [newest] = await untilListed(file, 3)
    const follower = runPiped(folder, ['logs'], 'head -n 1')
    const visits = setInterval(() => void visit(session, { target: '/more' }), 100)
    deferClose(() => clearInterval(visits))
    expect(await follower).toMatchObject({ stdout: expect.stringContaining(' /0 '), stderr: '', codes: '0 0' })
    const detail = await runPiped(folder, ['replay', newest!.id, '--json'], 'true')
    expect(detail).toMatchObject({ stderr: '', codes: '0 0' })
  })

  it('run a set of requests, and exit with 1 if an answer has changed', async () => {
    const { folder, session, file, answers } = await openAgent()
    const fields: [string, string][] = [['X-Api-Key', 'hunter2']]
    answers.json = { id: 1, total: 3, items: [{ name: 'one' }] }
    await visit(session, { target: '/json', fields })
    const [request] = await untilListed(file, 1)
    await call(file, 'PUT', 'sets/orders', JSON.stringify([request!.id]))
    expect(await call(file, 'GET', 'sets')).toEqual({ names: ['orders'] })
    const path = join(folder, 'state/sets/orders.json')
    expect(readFileSync(path, 'utf8')).not.toContain('hunter2')
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(await run(folder, ['replay', '--set', 'orders', '--diff'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('same  GET /json'),
    })
    answers.json = { id: 2, total: 4, items: [{ name: 'one' }] }
    const changed = await run(folder, ['replay', '--set', path, '--diff'])
    expect(changed.code).toBe(1)
    expect(changed.stdout).toMatch(
      /^different  GET \/json .*\n    body\/id: expected 1, got 2\n    body\/total: expected 3, got 4\n$/,
    )
    const set = JSON.parse(readFileSync(path, 'utf8')) as object
    writeFileSync(path, JSON.stringify({ ...set, ignoreMembers: ['id'] }))
    expect((await run(folder, ['replay', '--set', 'orders', '--diff'])).stdout).not.toContain('body/id')
    const { results } = (await call(file, 'POST', 'sets/orders/run')) as { results: { differences: string[] }[] }
    expect(results.map(({ differences }) => differences)).toEqual([['body/total: expected 3, got 4']])
    expect(await run(folder, ['replay', '--set', 'none', '--diff'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There are: orders.'),
    })
    const badName = await ask(file, 'PUT', '/api/sets/..%2Fevil', bearer(file), JSON.stringify([request!.id]))
    expect([badName.response.statusCode, badName.body]).toEqual([400, expect.stringContaining('Expected a name')])
  })

  it.each([
    [null, 'request 1 lacks the answer that is expected.'],
    [{ expected: { status: 200, fields: [1], body: noContent } }, 'request 1 lacks the answer that is expected.'],
    [{ expected: { status: 200, fields: [], body: noContent } }, 'Expected a method and a target.'],
  ])('say what is wrong with a set that somebody wrote: %j', async (request, why) => {
    const set = join(makeFolder(), 'set.json')
    writeFileSync(set, JSON.stringify({ version: 1, requests: [request] }))
    const { code, stderr } = await run(makeFolder(), ['replay', '--set', set])
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${why}\n`)])
    expect(stderr).not.toContain('    at ')
  })

  it('run a set although --basic-auth and --allow-cidr keep visitors of other networks out', async () => {
    const { folder, session, file } = await openAgent(['--allow-cidr', '203.0.113.0/24', '--basic-auth', 'ada:pw'])
    const authorization = `Basic ${Buffer.from('ada:pw').toString('base64')}`
    await visit(session, { target: '/json', fields: [['Authorization', authorization]] })
    const [request] = await untilListed(file, 1)
    await call(file, 'PUT', 'sets/orders', JSON.stringify([request!.id]))
    expect(await run(folder, ['replay', '--set', 'orders', '--diff'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('same  GET /json'),
    })
  })

  it('say that the command has ended if it does so before it has answered', async () => {
    const { folder, command, asked } = await openAgent()
    const set = join(folder, 'set.json')
    const request = { method: 'GET', target: '/hang', fields: [], body: { encoding: 'utf8', content: '' } }
    const expected = { status: 200, fields: [], body: { encoding: 'utf8', content: '' } }
    writeFileSync(set, JSON.stringify({ version: 1, requests: [{ request, expected }] }))
    const replayed = run(folder, ['replay', '--set', set])
    while (asked.length === 0) await setTimeout(50)
    command.signal('SIGKILL')
    const { code, stderr } = await replayed
    expect([code, stderr.split('\n')]).toEqual([
      1,
      [
        'The command with the tunnel has ended.',
        expect.stringMatching(/^Process \d+ gave no complete answer: .+\.$/),
        '`culvert status` shows which tunnels are open.',
        '',
      ],
    ])
  })

  it('say that their folder cannot be read, and what to do', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'state'), '')
    for (const args of [['status'], ['stop'], ['logs'], ['replay', '1-1'], ['replay', '--set', 'orders']]) {
      const { code, stderr } = await run(folder, args)
      expect([code, stderr], args.join(' ')).toEqual([
        args.includes('--set') ? 2 : 1,
        expect.stringMatching(/state\/.* cannot be read[.:].* Something on the path is a file\./s),
      ])
    }
  })

  it('remove the file that a killed agent has left behind', async () => {
    const { folder, command, path, file } = await openAgent()
    command.signal('SIGKILL')
    await command.exited
    // Its process id may belong to another program by now.
    writeFileSync(path, JSON.stringify({ ...file, pid: process.pid }))
    expect(await run(folder, ['stop'])).toMatchObject({ code: 2 })
    expect(readdirSync(join(folder, 'state/run')).filter((name) => name !== `${file.pid}.json`)).toEqual([])
  })
})

/** Replaces the programs that open a page on a desktop. */
function standInForBrowser(): { env: Record<string, string>; nextPage: () => Promise<string> } {
  const folder = makeFolder()
  const page = join(folder, 'page')
  // `open` is the opener of macOS; the script xdg-open, which the agent may bring along, ends at x-www-browser.
  for (const name of ['xdg-open', 'x-www-browser', 'open']) {
    const script = `#!/bin/sh\nprintf %s "$1" > '${page}.draft' && mv '${page}.draft' '${page}'\n`
    writeFileSync(join(folder, name), script, { mode: 0o755 })
  }
  return {
    env: { PATH: `${folder}:${process.env.PATH ?? ''}`, DISPLAY: ':0' },
    async nextPage() {
      const events = watch(folder)
      deferClose(() => events.close())
      while (!existsSync(page)) await once(events, 'change')
      const opened = readFileSync(page, 'utf8')
      rmSync(page)
      return opened
    },
  }
}

/** Reads the events of a chunk. Each event arrives whole, because it is sent in one write. */
function readEvents(chunk: Buffer): RequestChanges[] {
  const events = chunk.toString().split('\n\n').slice(0, -1)
  return events.map((event) => JSON.parse(event.slice('data: '.length)) as RequestChanges)
}

/** Runs a command whose stdout another program reads; `codes` are the exit codes of both. */
async function runPiped(
  folder: string,
  args: string[],
  reader: string,
): Promise<{ stdout: string; stderr: string; codes: string }> {
  const path = join(makeFolder(), 'codes')
  const script = `{ { "$@"; printf %s "$?" > '${path}'; } | { ${reader}; }; }; printf ' %s' "$?" >> '${path}'`
  const child = spawn('sh', ['-c', script, 'sh', ...commandOf(args)], {
    env: environmentOf({ CULVERT_CONFIG_DIR: folder }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
  await once(child, 'close')
  return { stdout, stderr, codes: readFileSync(path, 'utf8') }
}

async function run(
  folder: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const command = runCommand(args, { CULVERT_CONFIG_DIR: folder, ...env })
  const code = await command.exited
  return { code, stdout: command.stdout, stderr: command.stderr }
}
