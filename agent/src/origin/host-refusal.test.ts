import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'
import { parseTarget } from '../net/target.ts'
import { describeRefusal } from './host-refusal.ts'

/** Opens a tunnel to an app that gives every request the same answer. */
async function answerWith(status: number, body: string, fields: Record<string, string> = {}) {
  const server = createServer((_request, response) => response.writeHead(status, fields).end(body))
  return openTunnel(await listen(server))
}

describe('a server that refuses the public hostname', () => {
  it.each([
    [
      'Vite',
      403,
      'Blocked request. This host ("demo.test") is not allowed.\nTo allow this host, add "demo.test" to `server.allowedHosts` in vite.config.js.',
      '/',
    ],
    [
      "Angular's dev server",
      403,
      'Blocked request. This host ("demo.test") is not allowed.\nTo allow this host, add "demo.test" to `allowedHosts` under the `serve` target in `angular.json`.',
      '/',
    ],
    ['webpack-dev-server', 403, 'Invalid Host header', '/'],
    ['webpack-dev-server', 200, 'Invalid Host header', '/'],
    ['Next.js', 403, 'Unauthorized', '/_next/static/chunks/main.js'],
    [
      'Django',
      400,
      `<!doctype html>\n<html>\n<head>\n  <title>DisallowedHost\n at /</title>${' '.repeat(60_000)}`,
      '/',
    ],
    ['Rails', 403, `<!DOCTYPE html><style>${' '.repeat(8_000)}</style><h1>Blocked hosts: demo.test</h1>`, '/'],
  ])('is recognised as %s (%i), and the visitor gets its answer unchanged', async (name, status, body, target) => {
    const tunnel = await answerWith(status, body, { 'content-length': String(body.length) })
    const visit = await tunnel.send({ target }).done()
    expect(visit.body).toBe(body)
    expect(tunnel.log).toEqual([`GET ${target} ${status}`, `refused by ${name}`])
  })

  it.each([
    ['another answer of the app', 403, 'Unauthorized', {}],
    ['an article about it', 200, 'Why does Vite say: Blocked request. This host is not allowed.', {}],
    ['a compressed answer', 403, 'Invalid Host header', { 'content-encoding': 'br' }],
    ['a page that quotes it', 403, 'It said: Invalid Host header', {}],
  ])('is not suspected behind %s', async (_, status, body, fields) => {
    const tunnel = await answerWith(status, body, fields)
    await tunnel.send({}).done()
    expect(tunnel.log).toEqual([`GET / ${status}`])
  })
})

describe('describeRefusal', () => {
  const vite = { name: 'Vite', setting: 'server.allowedHosts in vite.config', checksHost: true }
  const next = { name: 'Next.js', setting: 'allowedDevOrigins in next.config', checksHost: false }
  const request = {
    kind: 'http',
    method: 'GET',
    target: '/',
    fields: [['Host', 'demo-ada.culvert.localhost:8080']],
    visitorAddress: '::1',
    requestId: '',
  } as const

  it('names the server, what it refuses, and what to do', () => {
    const target = parseTarget('3000')!
    expect(describeRefusal(vite, request, { target, hostHeader: undefined })).toBe(
      'Vite does not answer under the public hostname demo-ada.culvert.localhost. Start the agent with --rewrite, or add the hostname to server.allowedHosts in vite.config.',
    )
    expect(describeRefusal(vite, request, { target, hostHeader: 'my.app' })).toBe(
      'Vite does not answer under the Host "my.app" that --host-header gives it. Give it another one, or add this one to server.allowedHosts in vite.config.',
    )
    expect(describeRefusal(next, request, { target, hostHeader: 'localhost:3000' })).toBe(
      'Next.js refuses what comes from demo-ada.culvert.localhost. Start the agent with --rewrite, or add demo-ada.culvert.localhost to allowedDevOrigins in next.config.',
    )
  })
})
