import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { parseTarget } from '../net/target.ts'
import { findSparePort, listen } from '../testing/sockets.ts'
import { checkApp } from './app.ts'
import type { Finding } from './check.ts'

async function runChecks(port: number): Promise<Record<string, Finding>> {
  const target = parseTarget(String(port))
  if (target === undefined) throw new Error('A port is a target.')
  return Object.fromEntries((await checkApp(target)).map((finding) => [finding.check, finding]))
}

async function startOn(host: string, app: RequestListener): Promise<number> {
  return await listen(createServer(app), host)
}

const hasNetwork = Object.values(networkInterfaces())
  .flat()
  .some((each) => each !== undefined && !each.internal && each.family === 'IPv4')

describe('checkApp', () => {
  it('reports the address of an app that is not running', async () => {
    const port = await findSparePort()
    expect(await runChecks(port)).toEqual({
      App: {
        check: 'App',
        outcome: 'failed',
        message: `Nothing listens on http://localhost:${port}.`,
        fix: `Start your app on http://localhost:${port}, or name the port that it listens on.`,
      },
    })
  })

  it('suggests http:// for an app that does not speak TLS', async () => {
    const port = await startOn('127.0.0.1', (_request, response) => response.end())
    const target = parseTarget(`https://127.0.0.1:${port}`)
    expect(target && (await checkApp(target))).toEqual([
      {
        check: 'App',
        outcome: 'failed',
        message: `https://127.0.0.1:${port} does not speak TLS.`,
        fix: 'Forward to http:// instead.',
      },
    ])
  })

  it('names the setting for an app that refuses public hostnames', async () => {
    const port = await startOn('127.0.0.1', (_request, response) => response.writeHead(403).end('Invalid Host header'))
    expect((await runChecks(port)).Host).toMatchObject({
      outcome: 'failed',
      message: 'webpack-dev-server does not answer under the public hostname culvert-doctor.example.',
      fix: 'Start the agent with --rewrite, or add the hostname to devServer.allowedHosts in webpack.config.',
    })
  })

  it.skipIf(!hasNetwork)(
    'warns of an app that lets this machine in without the password that others need',
    async () => {
      const trusting = await startOn('0.0.0.0', ({ socket }, response) => {
        response.writeHead(socket.remoteAddress === '127.0.0.1' ? 200 : 401).end()
      })
      expect((await runChecks(trusting)).Trust).toMatchObject({
        outcome: 'warning',
        message: expect.stringContaining('It answers this machine with 200 and others with 401'),
      })
      const careful = await startOn('0.0.0.0', (_request, response) => response.writeHead(401).end())
      expect((await runChecks(careful)).Trust?.outcome).toBe('ok')
    },
  )

  it('does not wait for the end of an event stream', async () => {
    const port = await startOn('127.0.0.1', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    })
    expect((await runChecks(port)).App?.outcome).toBe('ok')
  })
})
