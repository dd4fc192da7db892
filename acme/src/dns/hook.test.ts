import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HookCommand, HookRequest } from './hook.ts'

const never = new AbortController().signal
const name = '_acme-challenge.a.example'

describe('a command as hook', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-hook-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
  })

  /** Returns the path of a shell script. */
  const write = async (script: string) => {
    const path = join(folder, `hook ${Math.random()}`)
    await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o700 })
    return path
  }

  it('gets the action, the name and the value as arguments, without a shell', async () => {
    const log = join(folder, 'log')
    const hook = new HookCommand(await write(`printf '%s|' "$@" >> '${log}'`))
    await hook.publish(name, '$(id); `id`', never)
    await hook.withdraw(name, '-value', never)
    expect(await readFile(log, 'utf8')).toBe(`present|${name}|$(id); \`id\`|cleanup|${name}|-value|`)
  })

  it('that fails is reported with its exit code and the last line of its standard error', async () => {
    const path = await write('echo first >&2; echo "no such zone" >&2; exit 3')
    await expect(new HookCommand(path).publish(name, 'v', never)).rejects.toThrow(
      `${path} present ended with exit code 3: no such zone`,
    )
    const missing = new HookCommand(join(folder, 'missing')).withdraw(name, 'v', never)
    await expect(missing).rejects.toThrow(/missing cleanup could not be run: spawn .* ENOENT\.$/)
  })

  it('that cannot be started because too many files are open is reported, and the program continues', async () => {
    const program = `
      import { openSync } from 'node:fs'
      import { HookCommand } from ${JSON.stringify(import.meta.resolve('./hook.ts'))}
      const hook = new HookCommand('true')
      const open = () => {
        try {
          for (;;) openSync('/dev/null')
        } catch {}
      }
      open()
      await hook.publish('a.example', 'v', new AbortController().signal).catch(({ message }) => console.log(message))
      setImmediate(() => console.log('continues'))
    `
    const limited = ['-c', 'ulimit -n 64; exec "$0" --input-type=module -e "$1"', process.execPath, program]
    const { stdout } = await promisify(execFile)('sh', limited)
    expect(stdout).toBe('true present could not be run: spawn true EMFILE.\ncontinues\n')
  })

  it('may print megabytes of output', async () => {
    const path = await write(
      'head -c 3000000 /dev/zero >&2; head -c 3000000 /dev/zero; echo >&2; echo done >&2; exit 1',
    )
    await expect(new HookCommand(path).publish(name, 'v', never)).rejects.toThrow(/ended with exit code 1: .*done$/)
  })

  it('may leave a process running in the background', async () => {
    await new HookCommand(await write('sleep 5 &')).publish(name, 'v', never)
  })

  it('that does not end fails after the timeout, or as soon as the call is cancelled', async () => {
    const path = await write('exec sleep 1000')
    await expect(new HookCommand(path, 100).publish(name, 'v', never)).rejects.toThrow(
      /did not end within 0\.1 seconds\.$/,
    )
    const cancelled = new AbortController()
    const call = new HookCommand(path).publish(name, 'v', cancelled.signal)
    cancelled.abort(new Error('the program stops'))
    await expect(call).rejects.toThrow('the program stops')
  })
})

describe('a URL as hook', () => {
  const asked: unknown[] = []
  let status = 204
  const server = createServer((request, response) => {
    void (async () => {
      let text = ''
      for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString()
      asked.push([request.method, request.headers['content-type'], JSON.parse(text)])
      response.writeHead(status, { location: '/elsewhere' }).end()
    })()
  })
  let url: string
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?token=top-secret`
  })
  afterAll(() => {
    server.close()
  })

  it('gets the action, the name and the value as JSON', async () => {
    const hook = new HookRequest(url)
    await hook.publish(name, 'value', never)
    await hook.withdraw(name, 'value', never)
    expect(asked).toEqual([
      ['POST', 'application/json', { action: 'present', name, value: 'value' }],
      ['POST', 'application/json', { action: 'cleanup', name, value: 'value' }],
    ])
  })

  it('that cannot be reached is reported as a failed DNS hook, without the secret in its URL', async () => {
    const error = await new HookRequest('http://127.0.0.1:1/?token=top-secret').publish(name, 'v', never).catch(String)
    expect(error).toMatch(/^Error: The DNS hook failed: 127\.0\.0\.1:1 could not be reached: .*ECONNREFUSED.*\.$/)
    expect(error).not.toContain('top-secret')
  })

  it.each([500, 404, 302])('that answers %i is reported as failed, without the secret in its URL', async (failing) => {
    status = failing
    const error = await new HookRequest(url).publish(name, 'value', never).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toMatch(
      new RegExp(`The DNS hook at 127\\.0\\.0\\.1:\\d+ answered present with ${failing}\\.$`),
    )
    expect(String(error)).not.toContain('top-secret')
  })
})
