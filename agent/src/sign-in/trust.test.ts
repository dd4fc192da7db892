import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { authToken, runCommand } from '../testing/command.ts'
import { publicUrl, startFakeServer } from '../testing/fake-server.ts'
import type { FakeServer } from '../testing/fake-server.ts'
import { listen, switchingProtocols } from '../testing/sockets.ts'

const secret = `at_${'0123456789abcdef'.repeat(4)}`

/** A server that exchanges every token unless a test changes that. */
async function startExchange(): Promise<FakeServer> {
  const server = await startFakeServer()
  server.answers.exchangeToken = () => ({ secret })
  return server
}

/** Starts the runner of a GitHub Actions job, and returns the variables that it sets for the job. */
async function startRunner(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const asked: { url: string; authorization: string }[] = []
  const port = await listen(
    createServer((request, response) => {
      asked.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '' })
      answer(request, response)
    }),
  )
  const env = {
    GITHUB_ACTIONS: 'true',
    ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-runner',
  }
  return { asked, env }
}

/** Runs a command that cannot succeed; returns its exit code and its output. */
async function fail(args: string[], env: Record<string, string>) {
  const command = runCommand(args, env)
  return { code: await command.exited, said: command.stderr.trimEnd().split('\n') }
}

describe('a trust', () => {
  it('exchanges the token from GitHub Actions, and starts the agent with the result', async () => {
    const server = await startExchange()
    const runner = await startRunner((_request, response) => response.end('{"value":"token-of-the-job"}'))
    const command = runCommand(['http', '3000', '--trust', 'trust-1', '--server', server.url], runner.env)
    const exchanged = await server.untilCalled('exchangeToken')
    expect(exchanged).toMatchObject({ input: { trustId: 'trust-1', token: 'token-of-the-job' }, authorization: '' })
    expect(await server.untilCalled('startAgent')).toMatchObject({ authorization: `Bearer ${secret}` })
    const session = await server.nextSession()
    session.welcome()
    await command.until(publicUrl)
    expect(runner.asked).toEqual([
      {
        url: `/token?api-version=2.0&audience=${encodeURIComponent(server.url)}`,
        authorization: 'bearer of-the-runner',
      },
    ])
    expect(command.stdout + command.stderr).not.toContain('0123456789abcdef')
  })

  it('exchanges the token in CULVERT_ID_TOKEN, as jobs of GitLab set it', async () => {
    const server = await startExchange()
    const env = { CULVERT_TRUST: 'trust-1', CULVERT_SERVER: server.url, CULVERT_ID_TOKEN: 'of-gitlab' }
    runCommand(['http', '3000'], env)
    expect(await server.untilCalled('exchangeToken')).toMatchObject({ input: { token: 'of-gitlab' } })
    expect(await server.untilCalled('startAgent')).toMatchObject({ authorization: `Bearer ${secret}` })
  })

  it('names the permission that the workflow lacks', async () => {
    const server = await startExchange()
    const env = { CULVERT_SERVER: server.url, GITHUB_ACTIONS: 'true' }
    expect(await fail(['http', '3000', '--trust', 'trust-1'], env)).toEqual({
      code: 3,
      said: [
        'There is no token of this job to exchange.',
        'A trust takes a token that the CI has issued for the job, and the environment holds none.',
        'Give the job `permissions:` with `id-token: write` in its workflow.',
      ],
    })
    expect(server.calls).toEqual([])
  })

  it('names CULVERT_ID_TOKEN and the audience outside GitHub Actions', async () => {
    const server = await startExchange()
    const { said } = await fail(['http', '3000', '--trust', 'trust-1'], { CULVERT_SERVER: server.url })
    expect(said[2]).toBe(
      `Set CULVERT_ID_TOKEN to a token for the audience ${server.url}, such as one of GitLab's \`id_tokens\`.`,
    )
  })

  it.each<[string, (request: IncomingMessage, response: ServerResponse) => unknown]>([
    ['it answered with 403', (_request, response) => response.writeHead(403).end()],
    ['its answer holds no token', (_request, response) => response.end('{}')],
    ['its answer is longer than 65536 bytes', (_request, response) => response.end('x'.repeat(65_537))],
    ['it switched to another protocol', ({ socket }) => socket.write(switchingProtocols)],
  ])('reports that the runner issued no token: %s', async (why, answer) => {
    const server = await startExchange()
    const { env } = await startRunner(answer)
    expect(await fail(['http', '3000', '--trust', 'trust-1', '--server', server.url], env)).toEqual({
      code: 3,
      said: [
        'GitHub Actions issued no token for this job.',
        `The runner was asked for one: ${why}.`,
        'Give the job `permissions:` with `id-token: write`, and run it again.',
      ],
    })
  })

  it('says why the server refused the token', async () => {
    const server = await startExchange()
    const message = 'The token was refused: its claim repository must be "acme/shop", and it has "acme/x".'
    server.answers.exchangeToken = () => ({ code: 'FORBIDDEN', message })
    const env = { CULVERT_SERVER: server.url, CULVERT_ID_TOKEN: 'x' }
    expect(await fail(['http', '3000', '--trust', 'trust-1'], env)).toEqual({
      code: 3,
      said: ['The trust gave no token.', message, `Trusts are at ${server.url}/admin/identity.`],
    })
  })

  it('is refused together with a token', async () => {
    const env = { CULVERT_AUTHTOKEN: authToken, CULVERT_SERVER: 'http://127.0.0.1:1' }
    expect(await fail(['http', '3000', '--trust', 'trust-1'], env)).toMatchObject({
      code: 2,
      said: expect.arrayContaining(['Both a trust and a token were given.']),
    })
  })
})

describe('an agent token', () => {
  it('that is refused makes the command exit with 3, without a hint to sign in', async () => {
    const server = await startFakeServer()
    const message = 'This agent token is not valid. Ask whoever issued it for another one.'
    server.answers.startAgent = () => ({ code: 'UNAUTHENTICATED', message })
    expect(await fail(['http', '3000'], { CULVERT_AUTHTOKEN: secret, CULVERT_SERVER: server.url })).toEqual({
      code: 3,
      said: ['Your agent token was refused.', message],
    })
  })
})
