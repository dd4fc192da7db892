import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { authToken, commandOf, environmentOf } from '../testing/command.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { makeFolder } from '../testing/folder.ts'
import { openAgent, untilListed, visit } from '../testing/inspected-agent.ts'
import { listen } from '../testing/sockets.ts'

/** A device to which everything is refused as on a full disk. */
const hasFullDevice = existsSync('/dev/full')

/** Starts the command by a line of the shell, in which it is `"$@"`. */
function startInShell(line: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const shell = ['--norc', '-c', line, 'bash', ...commandOf(args)]
  return spawn('bash', shell, { env: environmentOf(env), stdio: ['ignore', 'ignore', 'pipe'] })
}

async function runInShell(...started: Parameters<typeof startInShell>): Promise<{ code: unknown; stderr: string }> {
  const child = startInShell(...started)
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const [code] = await once(child, 'close')
  return { code, stderr }
}

const diskFull = 'The output cannot be written.\nThe disk is full.\n'

describe.runIf(hasFullDevice)('a command whose output goes to a full disk', () => {
  it.each([
    'status',
    'status --json',
    'version',
    '--version',
    '--help',
    'help http',
    'config path',
    'config schema',
    'completion bash',
    'complete -- ht',
  ])('fails, and says why: culvert %s', async (args) => {
    expect(await runInShell('"$@" >/dev/full', args.split(' '))).toEqual({ code: 2, stderr: diskFull })
  })

  it('that fails for another reason keeps its exit code', async () => {
    expect(await runInShell('"$@" >/dev/full', ['whoami', '--json'])).toEqual({ code: 3, stderr: diskFull })
  })

  it('and prints requests as they come, ends', async () => {
    const { session, folder, file } = await openAgent()
    await visit(session, { target: '/hello' })
    await untilListed(file, 1)
    const env = { CULVERT_CONFIG_DIR: folder }
    expect(await runInShell('"$@" >/dev/full', ['logs'], env)).toEqual({ code: 2, stderr: diskFull })
  })

  it.each(['"$@" >/dev/full', '{ "$@"; echo "code $?" >&2; } | :'])(
    'and shows a code to sign in with, ends without waiting for somebody who enters it: %s',
    async (line) => {
      const server = await startFakeServer()
      server.answers.requestCommandLineSignIn = () => ({
        deviceCode: 'device-1',
        userCode: 'ABCD-EFGH',
        verificationUrl: `${server.url}/activate`,
        verificationUrlComplete: `${server.url}/activate?code=ABCD-EFGH`,
        expiresAt: '2100-01-01T00:00:00.000Z',
        intervalSeconds: 3_600,
      })
      const { code, stderr } = await runInShell(line, ['login', '--no-browser', '--server', server.url])
      expect(stderr).toContain('You are not signed in.\nThe code to enter in a browser could not be shown.\n')
      expect(code === 2 || stderr.endsWith('code 2\n')).toBe(true)
    },
  )

  it('and has a tunnel, keeps it open, and ends as it is told', async () => {
    const port = await listen(createServer((_, response) => response.end('hello')))
    const server = await startFakeServer()
    const env = { CULVERT_AUTHTOKEN: authToken, CULVERT_SERVER: server.url }
    const child = startInShell('exec "$@" >/dev/full 2>/dev/full', ['http', String(port)], env)
    const session = await server.nextSession()
    session.welcome()
    await visit(session, { target: '/hello' })
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    await server.untilCalled('stopAgent')
  })
})

describe('a command whose disk takes only a part of its output', () => {
  it('fails', async () => {
    const file = join(makeFolder(), 'schema.json')
    const { code, stderr } = await runInShell(`ulimit -f 2; "$@" >'${file}'`, ['config', 'schema'])
    expect(code).toBe(2)
    expect(stderr).toContain('The output cannot be written.\n')
    expect(readFileSync(file).length).toBe(2048)
  })
})
