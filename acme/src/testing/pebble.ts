import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Requests } from '../request.ts'
import { createServerCertificate } from './issuer.ts'
import type { ValidationTarget } from './validation.ts'

/** Reports whether Pebble, Let's Encrypt's test authority, is on this machine. Another program has the same name. */
export function hasPebble(): boolean {
  return spawnSync('pebble', ['-help'], { encoding: 'utf8' }).stderr?.includes('-dnsserver') ?? false
}

export interface PebbleOptions {
  /** Where it validates names, whatever their addresses. */
  target: ValidationTarget
  /** Host and port of the name server that it asks. */
  dnsServer: string
  /** How many of 100 nonces it rejects as bad. */
  badNonces: number
  externalAccount?: { kid: string; hmacKey: string }
}

export interface Pebble {
  directoryUrl: string
  /** The root, in PEM, of its HTTPS. */
  rootCertificate: string
  /** The root, in PEM, of what it issues. */
  issuerCertificate: string
  close(): Promise<void>
}

export async function startPebble({ target, dnsServer, badNonces, externalAccount }: PebbleOptions): Promise<Pebble> {
  const folder = await mkdtemp(join(tmpdir(), 'culvert-pebble-'))
  const { root, chain, key } = await createServerCertificate()
  const [port, managementPort] = await findFreePorts()
  const [certificate, privateKey, config] = ['cert.pem', 'key.pem', 'config.json'].map((name) => join(folder, name))
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate,
    privateKey,
    httpPort: target.httpPort,
    tlsPort: target.tlsPort,
    externalAccountBindingRequired: externalAccount !== undefined,
    externalAccountMACKeys: externalAccount && { [externalAccount.kid]: externalAccount.hmacKey },
  }
  await Promise.all([
    writeFile(String(certificate), chain),
    writeFile(String(privateKey), key),
    writeFile(String(config), JSON.stringify({ pebble })),
  ])
  const child = spawn('pebble', ['-strict', '-config', String(config), '-dnsserver', dnsServer], {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: String(badNonces), PEBBLE_AUTHZREUSE: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.resume()
  const lines: string[] = []
  const output = createInterface(child.stdout)
  for await (const line of output) {
    lines.push(line)
    if (line.includes('ACME directory available')) break
  }
  // The loop closed the interface, so that reading stopped.
  child.stdout.resume()
  if (child.exitCode !== null) throw new Error(`Pebble did not start: ${lines.slice(-3).join(' ')}`)
  const requests = new Requests(root, 20_000)
  const { signal } = new AbortController()
  const { text } = await requests.send({ method: 'GET', url: `https://127.0.0.1:${managementPort}/roots/0`, signal })
  return {
    directoryUrl: `https://127.0.0.1:${port}/dir`,
    rootCertificate: root,
    issuerCertificate: text,
    close: async () => {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

/** Returns two free ports of loopback. */
async function findFreePorts(): Promise<number[]> {
  const servers = [createServer(), createServer()]
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) {
    server.close()
    await once(server, 'close')
  }
  return ports
}
