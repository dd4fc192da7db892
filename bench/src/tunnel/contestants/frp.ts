import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFirstLine } from '../../machine.ts'
import { findSparePort, type Scope } from '../../scope.ts'
import { type Contestant, type EntryPoint, findMissing } from './contestant.ts'

/** frp carrying raw connections. */
export const frpTcp: Contestant = {
  ...describeFrp('frp-tcp'),
  start: async (originPort, scope) => {
    const [controlPort, publicPort] = [await findSparePort(), await findSparePort()]
    const programs = await startFrp(
      scope,
      controlPort,
      '',
      `type = "tcp"\nlocalPort = ${originPort}\nremotePort = ${publicPort}`,
    )
    return { port: publicPort, hostHeader: `127.0.0.1:${publicPort}`, ...programs }
  },
}

/** frp routing requests by their Host, like an HTTP tunnel. */
export const frpHttp: Contestant = {
  ...describeFrp('frp-http'),
  start: async (originPort, scope) => {
    const [controlPort, publicPort] = [await findSparePort(), await findSparePort()]
    const hostname = 'bench.localhost'
    const programs = await startFrp(
      scope,
      controlPort,
      `vhostHTTPPort = ${publicPort}`,
      `type = "http"\nlocalPort = ${originPort}\ncustomDomains = ["${hostname}"]`,
    )
    return { port: publicPort, hostHeader: `${hostname}:${publicPort}`, ...programs }
  },
}

function describeFrp(name: string) {
  return {
    name,
    transport: 'yamux over one TCP connection, plain',
    findObstacle: () => findMissing(['frps', 'frpc']),
    readVersion: async () => `frp ${await findFirstLine('frps', ['--version'])}`,
  }
}

/** frp encrypts by default. Like Culvert on loopback it runs unencrypted here, which is its faster mode. */
async function startFrp(
  scope: Scope,
  controlPort: number,
  serverLines: string,
  proxyLines: string,
): Promise<Pick<EntryPoint, 'server' | 'client'>> {
  const [serverFile, clientFile] = [join(scope.folder, 'frps.toml'), join(scope.folder, 'frpc.toml')]
  await writeFile(
    serverFile,
    `bindAddr = "127.0.0.1"\nproxyBindAddr = "127.0.0.1"\nbindPort = ${controlPort}\n${serverLines}\n`,
  )
  await writeFile(
    clientFile,
    `serverAddr = "127.0.0.1"
serverPort = ${controlPort}
transport.tls.enable = false

[[proxies]]
name = "bench"
localIP = "127.0.0.1"
${proxyLines}
`,
  )
  const server = scope.start('frps', ['-c', serverFile])
  // frpc gives up when its first login fails.
  await scope.waitFor('frps', () => Promise.resolve(server.output().includes('started successfully')))
  return { server, client: scope.start('frpc', ['-c', clientFile]) }
}
