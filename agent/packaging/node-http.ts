import * as http from 'node:http'
import type { Plugin } from 'rolldown'

const id = '\0node:http'

/** The names that a module may import from node:http, except `WebSocket` and its like, which are read from undici. */
const names = Object.keys(http).filter(
  (name) => name !== 'default' && !/^(?:WebSocket|CloseEvent|MessageEvent)$/.test(name),
)

/**
 * Makes an ES module load `node:http` the way `require` does. Node reads each export of an imported built-in module, and those of `node:http` include the
 * browser's WebSocket, for which it loads undici: 13 MiB in Node 24.
 */
export const requireNodeHttp: Plugin = {
  name: 'require-node-http',
  resolveId: { filter: { id: /^node:http$/ }, handler: () => id },
  load: {
    filter: { id: /^\0node:http$/ },
    handler: () =>
      [
        `import { createRequire } from 'node:module'`,
        `const http = /* @__PURE__ */ createRequire(import.meta.url)('node:http')`,
        ...names.map((name) => `export const ${name} = /* @__PURE__ */ (() => http.${name})()`),
      ].join('\n'),
  },
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk' && chunk.imports.some((name) => name === 'node:http' || name === 'http'))
        throw new Error(`${chunk.fileName} imports node:http, with which Node loads undici.`)
    }
  },
}
