import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deferClose } from '../testing/cleanup.ts'
import { authToken, runCommand } from '../testing/command.ts'
import { makeFolder } from '../testing/folder.ts'
import { publicUrl, startFakeServer } from '../testing/fake-server.ts'
import type { FakeSession } from '../testing/fake-server.ts'
import { findSparePort, listen } from '../testing/sockets.ts'
import { Visit } from '../testing/visitor.ts'

function visit(session: FakeSession, target: string, method = 'GET'): Promise<Visit> {
  const open = new Visit()
  const request = {
    kind: 'http',
    method,
    target,
    fields: [['Host', 'demo.test']],
    visitorAddress: '::1',
    requestId: '',
  } as const
  open.stream = session.wire.open(request, open, true)
  return open.done()
}

async function listenFor(text: string): Promise<number> {
  return await listen(createServer((_request, response) => response.end(text)))
}

describe('culvert start', () => {
  it('promises nothing of the other tunnels when one has ended, because they may end for the same reason', async () => {
    const server = await startFakeServer()
    const app = await listenFor('app')
    const folder = makeFolder({ 'culvert.yml': `tunnels:\n  a: { app: ${app} }\n  b: { app: ${app} }\n` })
    const args = ['start', '--all', '--config', join(folder, 'culvert.yml')]
    const command = runCommand(args, { CULVERT_SERVER: server.url, CULVERT_AUTHTOKEN: authToken })
    const sessions = [await server.nextSession(), await server.nextSession()]
    for (const session of sessions) session.welcome()
    await command.until('[a] Connected')
    await command.until('[b] Connected')
    for (const session of sessions)
      session.refuse('STOPPED', 'The operator has suspended the account of this agent.', 0)
    expect(await command.exited).toBe(6)
    expect(command.stdout).toMatch(/suspended the account of this agent\. It is not opened again\.\n/)
    expect(command.stdout).not.toContain('stay open')
  })

  it('opens every tunnel in culvert.yml, prefixes each line with its tunnel, and writes the ready file', async () => {
    const server = await startFakeServer()
    const folder = makeFolder({
      'culvert.yml': `
server: ${server.url}
authtoken: \${TOKEN}
tunnels:
  web: { app: ${await listenFor('web')}, gateway: demo }
  api: { app: ${await listenFor('api')} }
`,
    })
    const readyFile = join(folder, 'ready')
    const args = ['start', '--all', '--config', join(folder, 'culvert.yml'), '--ready-file', readyFile]
    const command = runCommand(args, { TOKEN: authToken })
    const first = await server.nextSession()
    first.welcome()
    expect(existsSync(readyFile)).toBe(false)
    const second = await server.nextSession()
    second.welcome()
    await command.until(`[web] Public URL: ${publicUrl}`)
    await command.until(`[api] Public URL: ${publicUrl}`)
    const bodies = [(await visit(first, '/')).body, (await visit(second, '/')).body]
    expect(bodies.toSorted()).toEqual(['api', 'web'])
    await command.untilTrue(() => existsSync(readyFile))
    const ready = readFileSync(readyFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(ready).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'ready', tunnel: 'web', publicUrl }),
        expect.objectContaining({ event: 'ready', tunnel: 'api', publicUrl }),
      ]),
    )
    command.signal('SIGTERM')
    expect(await command.exited).toBe(0)
    expect(existsSync(readyFile)).toBe(false)
    expect(command.stdout).toContain('2 requests')
  })

  it.each([
    [['start'], 'There is no configuration.'],
    [['start', 'wbe', '--config', 'CONFIG'], 'There is no tunnel "wbe" in CONFIG; did you mean `web`?\n'],
    [['start', '--config', 'CONFIG'], 'Which tunnels?'],
    [['start', 'web', '--config', 'nowhere.yml'], 'nowhere.yml.'],
  ])('%j exits with 2 and says what is missing', async (args, says) => {
    const config = join(makeFolder({ 'culvert.yml': 'tunnels: { web: { app: 1 }, api: { app: 2 } }' }), 'culvert.yml')
    const command = runCommand(
      args.map((arg) => arg.replace('CONFIG', config)),
      { CULVERT_AUTHTOKEN: authToken },
    )
    expect(await command.exited).toBe(2)
    expect(command.stderr).toContain(says.replace('CONFIG', config))
  })
})

describe('a change to culvert.yml', () => {
  it('opens, closes and changes tunnels while the others stay open; one with a mistake changes nothing', async () => {
    const server = await startFakeServer()
    const file = join(makeFolder(), 'culvert.yml')
    const ports = [await listenFor('one'), await listenFor('two'), await listenFor('three')]
    const write = (tunnels: string) => writeFileSync(file, `server: ${server.url}\ntunnels:\n${tunnels}`)
    write(`  a: { app: ${ports[0]} }\n  b: { app: ${ports[1]} }\n`)
    const command = runCommand(['start', '--all', '--config', file], { CULVERT_AUTHTOKEN: authToken })
    const sessions = [await server.nextSession(), await server.nextSession()]
    for (const session of sessions) session.welcome()
    await command.untilTrue(
      () => command.stdout.includes('[a] Public URL') && command.stdout.includes('[b] Public URL'),
    )

    write(`  a: { app: ${ports[0]}\n`)
    await command.until('Nothing is changed until they are fixed.')
    write(`  a: { app: ${ports[0]} }\n  b: { app: ${ports[2]} }\n`)
    const next = await server.nextSession()
    next.welcome()
    expect((await visit(next, '/')).body).toBe('three')
    const open = sessions.filter(({ goAway }) => goAway === undefined)
    expect(open).toHaveLength(1)
    expect((await visit(open[0] ?? next, '/')).body).toBe('one')

    write(`  b: { app: ${ports[2]} }\n`)
    await open[0]?.closed
    await command.until('The tunnel "a" is closed: the configuration no longer has it.')
    expect((await visit(next, '/')).body).toBe('three')
    command.signal('SIGTERM')
    expect(await command.exited).toBe(0)
    expect(command.stdout).toContain('3 requests')
  })
})

describe('culvert config', () => {
  it.skipIf(process.platform === 'win32')('edit opens the file in a folder whose name a shell would read', async () => {
    const folder = join(makeFolder(), '$(exit 7) `exit 8` "$HOME"')
    const command = runCommand(['config', 'edit', join(folder, 'culvert.yml')], { EDITOR: 'ls -d', HOME: '/home' })
    expect([await command.exited, command.stderr]).toEqual([0, ''])
    expect(command.stdout).toContain(`${folder}/culvert.yml\n`)
  })

  it('check reports every mistake with line and column, and lists the tunnels of a valid file', async () => {
    const folder = makeFolder({
      'good.yml': 'tunnels: { web: { app: ./site }, api: { app: 4000 } }',
      'bad.yml': 'tunnels:\n  web:\n    app: 3000\n    max-streams: none\n  api: { app: what }\nsrever: x\n',
    })
    const bad = runCommand(['config', 'check', join(folder, 'bad.yml')])
    expect(await bad.exited).toBe(2)
    expect(bad.stderr).toContain(
      `${folder}/bad.yml:4:18: \`max-streams\`: expected a whole number from 1 to 65535, got "none"`,
    )
    expect(bad.stderr).toContain(`${folder}/bad.yml:6:1: there is no setting \`srever\` here; did you mean \`server\`?`)
    mkdirSync(join(folder, 'site'))
    const good = runCommand(['config', 'check', join(folder, 'good.yml')])
    expect(await good.exited).toBe(0)
    expect(good.stdout).toBe(`${folder}/good.yml has no mistakes, and 2 tunnels: web, api.\n`)
  })

  it('edit creates a valid file, opens it in the editor, and checks the result', async () => {
    const file = join(makeFolder(), 'new/culvert.yml')
    const made = runCommand(['config', 'edit', file], { EDITOR: 'cat' })
    expect(await made.exited).toBe(0)
    expect(made.stdout).toContain('tunnels:\n  web:\n    app: 3000')
    const spoiled = runCommand(['config', 'edit', file], { EDITOR: 'echo nonsense: 1 >>' })
    expect(await spoiled.exited).toBe(2)
    expect(spoiled.stderr).toContain('there is no setting `nonsense` here')
  })

  it('edit says why a file cannot be created', async () => {
    const file = join(makeFolder({ taken: '' }), 'taken/culvert.yml')
    const command = runCommand(['config', 'edit', file])
    expect(await command.exited).toBe(2)
    expect(command.stderr).toBe(`The file ${file} cannot be written.\nSomething on the path is a file.\n`)
  })

  it('path prints which files are read', async () => {
    const folder = makeFolder({ 'culvert.yml': '' })
    const command = runCommand(['config', 'path'], { CULVERT_CONFIG_DIR: folder })
    expect(await command.exited).toBe(0)
    expect(command.stdout.split('\n').slice(1)).toEqual([
      join(folder, 'culvert.yml'),
      `${folder}/sign-ins.json (does not exist)`,
      '',
    ])
  })
})

describe('culvert completion', () => {
  it('prints a valid Bash script, and completes options', async () => {
    const script = runCommand(['completion', 'bash'])
    expect(await script.exited).toBe(0)
    expect(spawnSync('bash', ['-n'], { input: script.stdout }).status).toBe(0)
    const options = runCommand(['complete', '--', 'http', '--allow'])
    expect(await options.exited).toBe(0)
    expect(options.stdout).toContain('--allow-cidr\t')
  })
})

describe('settings', () => {
  it('from flags override the environment, which overrides culvert.yml', async () => {
    const server = await startFakeServer()
    const folder = makeFolder({
      'culvert.yml': `
server: http://localhost:1
authtoken: pk_${'f'.repeat(64)}
defaults: { gateway: file, name: file, region: file }
`,
    })
    const env = {
      CULVERT_SERVER: 'http://localhost:2',
      CULVERT_AUTHTOKEN: authToken,
      CULVERT_GATEWAY: 'variable',
      CULVERT_NAME: 'variable',
      CULVERT_CONFIG: join(folder, 'culvert.yml'),
    }
    runCommand(['http', '3000', '--server', server.url, '--gateway', 'flag'], env)
    const { input, authorization } = await server.untilCalled('startAgent')
    expect(input).toMatchObject({ gateway: 'flag', name: 'variable', region: 'file' })
    expect(authorization).toBe(`Bearer ${authToken}`)
  })

  it.each([
    { file: '{ gateway: file, pool: true }', args: ['--random'], started: [undefined, undefined] },
    { file: '{ random: true }', args: ['--gateway', 'flag', '--pool'], started: ['flag', true] },
    { file: '{ gateway: file }', args: ['--domain', 'flag.example'], started: ['flag.example', undefined] },
    { file: '{ gateway: file }', args: [], env: { CULVERT_RANDOM: '1' }, started: [undefined, undefined] },
    { file: '{ rewrite: true }', args: ['--host-header', 'flag'], started: [undefined, undefined] },
    { file: '{ host-header: file }', args: ['--rewrite'], started: [undefined, undefined] },
    { file: '{ gateway: file }', args: ['--no-inspect'], started: ['file', undefined] },
  ])('replace those of lower layers that contradict them: $file with $args', async ({ file, args, env, started }) => {
    const server = await startFakeServer()
    const config = join(makeFolder({ 'culvert.yml': `defaults: ${file}\n` }), 'culvert.yml')
    const command = runCommand(['http', '3000', '--config', config, '--server', server.url, ...args], {
      CULVERT_AUTHTOKEN: authToken,
      ...env,
    })
    const called = await Promise.race([server.untilCalled('startAgent'), command.exited])
    expect(called, command.stderr).toMatchObject({ operation: 'startAgent' })
    const { gateway, pool } = (await server.untilCalled('startAgent')).input
    expect([gateway, pool]).toEqual(started)
  })

  it('of a tunnel replace the defaults of the file that contradict them', async () => {
    const server = await startFakeServer()
    const tunnel = '{ app: 3000, host-header: own, random: true }'
    const text = `server: ${server.url}\ndefaults: { gateway: shared, rewrite: true }\ntunnels: { web: ${tunnel} }\n`
    const config = join(makeFolder({ 'culvert.yml': text }), 'culvert.yml')
    const command = runCommand(['start', '--config', config], { CULVERT_AUTHTOKEN: authToken })
    const called = await Promise.race([server.untilCalled('startAgent'), command.exited])
    expect(called, command.stderr).toMatchObject({
      operation: 'startAgent',
      input: { forwardingTo: 'http://localhost:3000' },
    })
    expect((await server.untilCalled('startAgent')).input.gateway).toBe(undefined)
  })

  it('such as --profile replace a token of the environment', async () => {
    const server = await startFakeServer()
    const token = `pk_${'f'.repeat(64)}`
    const signIn = { server: server.url, token, account: '', email: '' }
    const folder = makeFolder({ 'sign-ins.json': JSON.stringify({ profiles: { work: signIn } }) })
    const env = { CULVERT_AUTHTOKEN: authToken, CULVERT_SERVER: server.url, CULVERT_CONFIG_DIR: folder }
    runCommand(['http', '3000', '--profile', 'work'], env)
    expect((await server.untilCalled('startAgent')).authorization).toBe(`Bearer ${token}`)
  })
})

describe('a command line with mistakes', () => {
  it('is refused with a list of all of them, and secrets are not repeated', async () => {
    const command = runCommand(
      // Split by two spaces: values hold single ones.
      `http  3000  --max-connections  0  --max-streams  1e3  --ttl  soon  --region  EU West  --host-header  a b  --request-header-add  Authorization my-secret  --response-header-remove  X-Key: my-secret  --allow-cidr  10.0.0.0/33  --basic-auth  my-secret`.split(
        '  ',
      ),
      { CULVERT_AUTHTOKEN: authToken, CULVERT_LOG_LEVEL: 'loud' },
    )
    expect(await command.exited).toBe(2)
    expect(command.stderr.split('\n').slice(1, -2)).toEqual([
      '--region: expected at most 63 lowercase letters, digits and hyphens, such as eu-west, got "EU West".',
      '--host-header: expected a host such as localhost:3000, got "a b".',
      `--request-header-add: expected a field such as 'X-Name: value', got another form.`,
      '--response-header-remove: expected the name of a field, such as X-Name, got another form.',
      '--basic-auth: expected a user name and a password as user:password, got another form.',
      '--allow-cidr: expected an address or network such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, got "10.0.0.0/33".',
      '--ttl: expected a time such as 90s, 30m, 2h or 1d, at most 24d, got "soon".',
      '--max-connections: expected a whole number from 1 to 65535, got "0".',
      '--max-streams: expected a whole number from 1 to 65535, got "1e3".',
      'CULVERT_LOG_LEVEL: expected error, warn or info, got "loud".',
    ])
  })

  it.each([
    [['http', 'http://ada:my-secret@localhost:3000'], 'got "http://[redacted]@localhost:3000".'],
    [['http', '3000', '--server', 'ada:my-secret@tunnels.example.com'], 'got "[redacted]@tunnels.example.com".'],
    [['http', 'http://ada:my-secret/2@localhost:3000'], 'got "http://[redacted]@localhost:3000".'],
    [['http', '3000', '--domain', 'http://ada:my-secret@localhost'], 'got "http://[redacted]@localhost".'],
  ])('is refused without the password of an address: %j', async (args, says) => {
    const command = runCommand(args, { CULVERT_AUTHTOKEN: authToken })
    expect(await command.exited).toBe(2)
    expect(command.stderr).toContain(says)
    expect(command.stderr).not.toContain('my-secret')
  })

  it.each([
    'http TOKEN',
    'TOKEN',
    'completion TOKEN',
    'http 3000 --TOKEN',
    'http 3000 --ttl TOKEN',
    'http 3000 --profile TOKEN',
    'http 3000 --server TOKEN',
    'http 3000 --server https://TOKEN.example.com',
    'config check TOKEN',
    'doctor TOKEN',
  ])('is refused without the token in it: %s', async (line) => {
    const command = runCommand(line.replace('TOKEN', authToken).split(' '))
    expect(await command.exited).toBeGreaterThan(0)
    expect(command.stderr + command.stdout).toContain('[redacted]')
    expect(command.stderr + command.stdout).not.toContain(authToken.slice(0, 20))
  })

  it('or its culvert.yml, is refused without a token in it', async () => {
    const faults = [
      authToken,
      `authtoken:${authToken}: x`,
      `tunnels: {${authToken}: 3000}`,
      `tunnels: {a: {app: ${authToken}}}`,
    ]
    for (const [index, content] of faults.entries()) {
      const folder = makeFolder({ 'culvert.yml': `${content}\n` })
      const command = runCommand(['config', 'check', join(folder, 'culvert.yml')])
      expect(await command.exited, `fault ${index}`).toBe(2)
      expect(command.stderr).not.toContain(authToken.slice(0, 20))
    }
  })

  it.each([
    [['http', '3000', '--authtokn=my-secret'], "unknown option '--authtokn'; did you mean `--authtoken`?"],
    [['http', '3000', '--json=my-secret'], "option '--json' takes no value"],
    [['http', '3000', '--request-header-add', 'Authorization:', 'Bearer', 'my-secret'], 'but got 3. A value with'],
    [['login', 'my-secret'], 'Expected 0 arguments but got 1.'],
    [['--authtoken=my-secret', 'http', '3000'], 'expected a command before "--authtoken"'],
    [['http', '3000', '--host-header', 'Authorization: Bearer my-secret'], 'got a header field.'],
  ])('is refused without what may be a secret: %j', async (args, says) => {
    const command = runCommand(args)
    expect(await command.exited).toBe(2)
    expect(command.stderr).toContain(says)
    expect(command.stderr).not.toContain('my-secret')
  })

  it.each([
    [['tcp', '22'], 'there is no `culvert tcp` yet; `culvert http` carries HTTP and WebSockets'],
    [['htpp', '3000'], 'there is no command "htpp"; did you mean `http`?'],
    [['help', 'htpp'], 'error: there is no command "htpp"; did you mean `http`?\nSee `culvert --help`.\n'],
    [['config', 'chekc'], 'there is no command "chekc"; did you mean `check`?\nSee `culvert config --help`.'],
    [['config', 'add-authtoken', 'pk_1'], 'sign in with `culvert login`'],
    [['logs', 'a', 'b'], 'See `culvert logs --help`.'],
    [
      ['mcp', '3000', '--tools'],
      '--tools opens tunnels on request, and shows nothing itself: it takes no app, and none of --path, ',
    ],
    [['http', '3000', '--gatway', 'x'], "unknown option '--gatway'\n(Did you mean --gateway?)"],
    [
      ['http', 'three'],
      'The app: expected a port (1 to 65535), host:port, http://host:port, https://host:port or a folder, got "three".',
    ],
    [['http', './not-built'], 'The app: "./not-built" is not a folder.'],
    [['http', '/not/built'], 'The app: "/not/built" is not a folder.'],
    [
      ['http', 'http://localhost:3000/admin'],
      'The app: expected an address without a path, because visitors\' paths are passed on, got "http://localhost:3000/admin".',
    ],
    [
      ['http', '3000', '--random', '--gateway', 'x'],
      '--random asks for a random hostname and --gateway for a reserved one: give one of the two.',
    ],
    [
      ['http', '3000', '--random', '--pool'],
      '--pool shares a gateway, and --random asks for a hostname that has none: give one of the two.',
    ],
    [
      ['http', '3000', '--rewrite', '--host-header', 'x'],
      '--rewrite sets the Host already: give one of --rewrite and --host-header.',
    ],
    [
      ['http', '3000', '--log', '/nowhere/culvert.log'],
      'The file /nowhere/culvert.log cannot be written.\n--log: Its folder does not exist.',
    ],
    [['http', '3000', '--config', '/'], '/ cannot be read.\nIt is a folder.'],
  ])('%j exits with 2 and says what to use', async (args, says) => {
    const command = runCommand(args, { CULVERT_AUTHTOKEN: authToken })
    expect(await command.exited).toBe(2)
    expect(command.stderr).toContain(says)
  })
})

describe('a folder', () => {
  it('is an app for `culvert doctor` too', async () => {
    const folder = makeFolder()
    const command = runCommand(['doctor', folder, '--json', '--server', 'http://localhost:1'])
    await command.exited
    const { findings } = JSON.parse(command.stdout) as { findings: object[] }
    expect(findings).toContainEqual({ check: 'App', outcome: 'ok', message: `The files of ${folder} are served.` })
  })

  it('is only read: other methods are answered with 405', async () => {
    const server = await startFakeServer()
    const folder = makeFolder({ 'page.html': 'page' })
    runCommand(['http', folder, '--server', server.url], { CULVERT_AUTHTOKEN: authToken })
    const session = await server.nextSession()
    session.welcome()
    const { head, body } = await visit(session, '/page.html', 'POST')
    expect([head?.status, body]).toEqual([405, 'Files can only be read here.\n'])
    expect(head?.fields).toContainEqual(['Allow', 'GET, HEAD'])
  })

  it.skipIf(process.platform === 'win32')('is served without its pipes', async () => {
    const server = await startFakeServer()
    const folder = makeFolder({ 'page.html': 'page' })
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(folder, 'pipe')])
    runCommand(['http', folder, '--server', server.url], { CULVERT_AUTHTOKEN: authToken })
    const session = await server.nextSession()
    session.welcome()
    // Each read of a pipe without a writer would take one of the four threads that also read files and resolve names.
    const pipes = await Promise.all(Array.from({ length: 5 }, () => visit(session, '/pipe')))
    expect(pipes.map(({ head }) => head?.status)).toEqual(Array.from({ length: 5 }, () => 404))
    expect((await visit(session, '/page.html')).body).toBe('page')
  })

  it.skipIf(process.platform === 'win32')(
    'is served without an index.html that is a pipe or leads out of it',
    async () => {
      const server = await startFakeServer()
      const outside = makeFolder({ secret: 'outside' })
      const folder = makeFolder({ 'page.html': 'page' })
      mkdirSync(join(folder, 'link'))
      symlinkSync(join(outside, 'secret'), join(folder, 'link/index.html'))
      mkdirSync(join(folder, 'pipe'))
      execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', join(folder, 'pipe/index.html')])
      runCommand(['http', folder, '--server', server.url], { CULVERT_AUTHTOKEN: authToken })
      const session = await server.nextSession()
      session.welcome()
      const paths = ['/link/', '/link/index.html', ...Array.from({ length: 5 }, () => '/pipe/')]
      const visits = await Promise.all(paths.map((path) => visit(session, path)))
      expect(visits.map(({ head, body }) => [head?.status, body])).toEqual(
        paths.map(() => [404, 'There is no such file.\n']),
      )
      expect((await visit(session, '/page.html')).body).toBe('page')
      expect((await visit(session, '/link')).head?.fields).toContainEqual(['Location', '/link/'])
    },
  )

  it.skipIf(process.platform === 'win32')(
    'that cannot be read is named with the reason, and changes nothing',
    async () => {
      const server = await startFakeServer()
      const folder = makeFolder()
      const loop = join(folder, 'loop')
      symlinkSync(loop, loop)
      const http = runCommand(['http', loop, '--server', server.url], { CULVERT_AUTHTOKEN: authToken })
      expect(await http.exited).toBe(2)
      expect(http.stderr).toContain(`The app: ${loop} cannot be read. ELOOP: `)
      expect(http.stderr).not.toContain('    at ')

      const file = join(folder, 'culvert.yml')
      const web = `web: { app: ${await listenFor('web')} }`
      writeFileSync(file, `server: ${server.url}\ntunnels:\n  ${web}\n`)
      const start = runCommand(['start', '--all', '--config', file], { CULVERT_AUTHTOKEN: authToken })
      const session = await server.nextSession()
      session.welcome()
      await start.until('[web] Public URL')
      writeFileSync(file, `server: ${server.url}\ntunnels:\n  ${web}\n  site: { app: loop }\n`)
      await start.until(`Warning: site: The app: ${loop} cannot be read.`)
      writeFileSync(file, `server: ${server.url}\ntoString: 1\ntunnels:\n  ${web}\n`)
      await start.until('there is no setting `toString` here')
      expect((await visit(session, '/')).body).toBe('web')
    },
  )

  it('is served without its hidden files and without anything outside it', async () => {
    const server = await startFakeServer()
    const folder = makeFolder({ 'index.html': '<h1>Hello</h1>', '.env': 'SECRET=1' })
    const outside = makeFolder({ secret: 'outside' })
    mkdirSync(`${folder}-beside`)
    deferClose(() => rmSync(`${folder}-beside`, { recursive: true }))
    writeFileSync(`${folder}-beside/secret`, 'beside')
    symlinkSync(join(outside, 'secret'), join(folder, 'link'))
    const command = runCommand(['http', folder, '--server', server.url], { CULVERT_AUTHTOKEN: authToken })
    const session = await server.nextSession()
    session.welcome()
    await command.until(`Forwards to: ${folder}\n`)
    expect((await visit(session, '/')).body).toBe('<h1>Hello</h1>')
    const [, name = ''] = /([^/]+)$/.exec(folder) ?? []
    for (const path of [
      '/.env',
      '/link',
      `/..%2f${name}-beside/secret`,
      `/../${name}-beside/secret`,
      '/%',
      '/%00',
      '/none',
      '//',
    ]) {
      const { head, body } = await visit(session, path)
      expect([path, head?.status, /SECRET|outside|beside$/.test(body)]).toEqual([path, 404, false])
    }
  })

  it('is not the current one if the app is an empty text, such as a variable that is not set', async () => {
    const server = await startFakeServer()
    const command = runCommand(['http', '', '--server', server.url], { CULVERT_AUTHTOKEN: authToken })
    expect(await Promise.race([command.exited, server.nextSession()])).toBe(2)
    expect(command.stderr).toContain('The app: expected a port')
  })
})

describe('a tunnel', () => {
  it('with --wait-for-app opens once the app accepts connections', async () => {
    const server = await startFakeServer()
    const port = await findSparePort()
    const command = runCommand(['http', `${port}`, '--wait-for-app', '--server', server.url], {
      CULVERT_AUTHTOKEN: authToken,
    })
    await command.until(`Waiting for an app on http://localhost:${port}`)
    expect(server.calls).toEqual([])
    const app = createServer((_request, response) => response.end('here'))
    await new Promise<void>((resolve) => app.listen(port, 'localhost', resolve))
    deferClose(() => void app.close())
    const session = await server.nextSession()
    session.welcome()
    expect((await visit(session, '/')).body).toBe('here')
  })

  it('with --ttl ends with 0 when its time is over, and notifies the API', async () => {
    const server = await startFakeServer()
    const command = runCommand(['http', `${await listenFor('x')}`, '--ttl', '1s', '--server', server.url], {
      CULVERT_AUTHTOKEN: authToken,
    })
    ;(await server.nextSession()).welcome()
    expect(await command.exited).toBe(0)
    await server.untilCalled('stopAgent')
    expect(command.stdout).toContain('The time of this tunnel (--ttl) is over: it closes.')
    expect(command.stdout).toContain('Stopped after 1 s: 0 requests')
  })

  it('also writes plain lines to the --log file, at the level that --log-level sets', async () => {
    const server = await startFakeServer()
    const file = join(makeFolder(), 'culvert.log')
    const args = ['http', `${await listenFor('x')}`, '--server', server.url, '--log', file, '--log-level', 'warn']
    const command = runCommand(args, { CULVERT_AUTHTOKEN: authToken })
    const session = await server.nextSession()
    session.welcome()
    await visit(session, '/')
    session.socket.destroy()
    ;(await server.nextSession()).welcome()
    await command.until('Reconnecting')
    command.signal('SIGTERM')
    await command.exited
    expect(readFileSync(file, 'utf8')).toMatch(/^\S+Z Reconnecting now: .*\n$/)
  })
})
