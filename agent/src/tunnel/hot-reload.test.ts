import { createServer } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseTarget } from '../net/target.ts'
import { listen } from '../testing/sockets.ts'
import { openTunnel } from '../testing/visitor.ts'
import type { TunnelEvent } from './events.ts'
import { observeExchanges } from './exchange-events.ts'

/** The end of a script of webpack 5.112 with webpack-dev-server 5.2.7, whose client connects to the address in `query`. */
function script(query: string, before = 200_000): string {
  return `${'/******/ '.repeat(before / 9)}
/******/ 	// startup
/******/ 	// Load entry module and return exports
/******/ 	__webpack_require__("./node_modules/webpack-dev-server/client/index.js?${query}&pathname=%2Fws&logging=info&overlay=true&reconnect=10&hot=true&live-reload=true");
/******/ 	__webpack_require__("./node_modules/webpack/hot/dev-server.js");
/******/ 	let __webpack_exports__ = __webpack_require__("./src/index.js");
/******/
/******/ })()
;`
}

/** The same of webpack-dev-server 6.1.0, whose client connects to `address`. */
function scriptOfVersion6(address: object): string {
  const url = encodeURIComponent(JSON.stringify(address))
  return `${'/******/ '.repeat(20_000)}
/***/ "./node_modules/webpack-dev-middleware/client/index.js?url=${url}&transport=ws&apply=hmr&pageParamPrefix=webpack-dev-server&progress=false&connect=%7B%22retries%22%3A10%7D"`
}

const byDefault = 'protocol=ws%3A&hostname=0.0.0.0&port=8080'
const bySetting = 'protocol=ws%3A&username=&password=&hostname=localhost&port=3000'

/** Opens a tunnel to an app that answers with a script, requests it as a visitor, and returns the warnings that the user sees. */
async function warningsFor(body: string, coding = '', host = 'demo.example.com', path = '/static/js/bundle.js?v=1') {
  const port = await listen(
    createServer((_, response) => {
      response.setHeader('content-type', 'text/javascript')
      if (coding !== '') response.setHeader('content-encoding', coding)
      response.end(coding === 'br' ? brotliCompressSync(body) : coding === 'gzip' ? gzipSync(body) : body)
    }),
  )
  const target = parseTarget(String(port))
  if (target === undefined) throw new Error('A port is a target.')
  const events: TunnelEvent[] = []
  const observer = observeExchanges(
    { onEvent: (event) => void events.push(event), begun: () => undefined },
    { target, hostHeader: undefined },
  )
  const tunnel = await openTunnel(port, { observer })
  // Twice, but the user is warned once.
  for (let count = 0; count < 2; count += 1) await tunnel.send({ target: path, fields: [['Host', host]] }).done()
  return () => events.flatMap((event) => (event.event === 'warning' ? [event.message] : []))
}

describe('hot reload of webpack-dev-server', () => {
  it.each(['', 'gzip', 'br'])(
    'that visitors cannot reach is reported with the setting that fixes it (coding: %j)',
    async (coding) => {
      const warnings = await warningsFor(script(byDefault), coding)
      await expect
        .poll(warnings)
        .toEqual([
          "The hot reload of webpack-dev-server connects to port 8080 of demo.example.com, where visitors do not reach it. Set devServer.client.webSocketURL to 'auto://0.0.0.0:0/ws' in webpack.config (WDS_SOCKET_PORT=0 for Create React App).",
        ])
    },
  )

  it.each([
    [{ protocol: 'ws:', hostname: '0.0.0.0', port: 8080, pathname: '/ws' }, 'port 8080 of demo.example.com,'],
    [
      { protocol: 'ws:', username: 'ada', hostname: '::', port: '8080', pathname: '/ws' },
      'port 8080 of demo.example.com,',
    ],
    [{ protocol: 'wss:', hostname: 'localhost', port: 3000, pathname: '/ws' }, 'port 3000 of localhost,'],
  ])('is recognized in a script of webpack-dev-server 6: %j', async (address, expected) => {
    const warnings = await warningsFor(scriptOfVersion6(address))
    expect(warnings()).toEqual([expect.stringContaining(`connects to ${expected}`)])
  })

  it.each([
    { protocol: 'auto:', hostname: '0.0.0.0', port: 0, pathname: '/ws' },
    { protocol: 'wss:', hostname: 'hmr.example.com', port: 443, pathname: '/ws' },
    { protocol: 'wss:', hostname: 'hmr.example.com', pathname: '/ws' },
  ])('that follows the page or goes to its own host is not reported for webpack-dev-server 6: %j', async (address) => {
    expect((await warningsFor(scriptOfVersion6(address)))()).toEqual([])
  })

  it("that connects to the visitor's own machine is reported", async () => {
    const warnings = await warningsFor(script(bySetting))
    expect(warnings()).toEqual([expect.stringContaining('connects to port 3000 of localhost,')])
  })

  it.each([
    ['follows the page', 'protocol=auto%3A&hostname=0.0.0.0&port=0', 'demo.example.com'],
    ['goes to the public port', byDefault, 'demo-ada.culvert.localhost:8080'],
    ['goes to its own host', 'protocol=wss%3A&hostname=hmr.example.com&port=443', 'demo.example.com'],
  ])('that %s is not reported', async (_, query, host) => {
    expect((await warningsFor(script(query), '', host))()).toEqual([])
  })

  it('is looked for only in scripts, and only in their first 32 MiB', async () => {
    expect((await warningsFor(script(byDefault), '', 'demo.example.com', '/article'))()).toEqual([])
    expect((await warningsFor(script(byDefault, 34 * 1024 * 1024)))()).toEqual([])
  })
})
