import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startDnsServer, type DnsServer } from '@culvert/api/dns-server'
import type { Cleanup } from './cleanup.ts'
import { createDataFolder, untilHealthy } from './culvert.ts'
import { findSparePorts } from './ports.ts'
import { projectFolder, type RunningProcess, startNode } from './processes.ts'
import { type Answer, visit } from './visit.ts'

/** The address that every name has. */
export const publicAddress = '127.0.0.1'

/** Makes every name this machine, for a program that asks the system. */
export const everythingIsHere = `data:text/javascript,${encodeURIComponent(`
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
dns.lookup = (_name, options, callback = options) =>
  options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)
syncBuiltinESMExports()
`)}`

/** An authority that validates names on the ports of the installation. */
export interface Authority {
  directoryUrl: string
  /** The root, in PEM, of the authority's own HTTPS and of what it issues. */
  rootCertificate: string
  issuerCertificate: string
  close(): Promise<void>
}

/** Starts an authority that validates names on these ports, and asks this name server. */
export type StartAuthority = (
  place: { address: string; httpPort: number; tlsPort: number },
  dnsServer: string,
) => Promise<Authority>

/** An installation with a public name, as one command starts it; its ports are above 1024, and only its own name server knows its names. */
export class PublicInstallation {
  readonly dashboard = 'culvert.example.test'
  readonly domain = 'tunnels.test'
  readonly tunnelHost = `tunnel.${this.domain}`
  readonly #cleanup: Cleanup
  readonly env: Record<string, string>
  readonly names: DnsServer
  /** The root, in PEM, of the certificates that the authority issues. */
  readonly issuerFile: string

  private constructor(cleanup: Cleanup, names: DnsServer, issuerFile: string, env: Record<string, string>) {
    this.#cleanup = cleanup
    this.names = names
    this.issuerFile = issuerFile
    this.env = {
      ...env,
      CULVERT_PUBLIC_URL: `https://${this.dashboard}:${env.HTTPS_PORT}`,
      CULVERT_DOMAIN: this.domain,
    }
    for (const name of [this.dashboard, this.tunnelHost]) names.zone[`A ${name}`] = [publicAddress]
  }

  /** Prepares an installation, which `start` starts. */
  static async plan(cleanup: Cleanup, startAuthority: StartAuthority): Promise<PublicInstallation> {
    const [port = 0, httpPort = 0, tlsPort = 0, outboxPort = 0] = await findSparePorts(4)
    const names = await startDnsServer()
    cleanup.defer(() => names.close())
    const authority = await startAuthority({ address: '127.0.0.1', httpPort, tlsPort }, names.address)
    cleanup.defer(() => authority.close())
    const folder = await createDataFolder(cleanup)
    const rootFile = join(folder, 'root.pem')
    const issuerFile = join(folder, 'issuer.pem')
    await writeFile(rootFile, authority.rootCertificate)
    await writeFile(issuerFile, authority.issuerCertificate)
    return new PublicInstallation(cleanup, names, issuerFile, {
      HTTPS_PORT: String(tlsPort),
      ACME_EMAIL: 'operator@example.test',
      ACME_CA: authority.directoryUrl,
      ACME_CA_ROOT: rootFile,
      DNS_RESOLVERS: names.address,
      CULVERT_DATA: join(folder, 'data'),
      PORT: String(port),
      EDGE_HTTP_PORT: String(httpPort),
      MAIL_OUTBOX_PORT: String(outboxPort),
    })
  }

  /** The address of the dashboard. */
  get publicUrl(): string {
    return this.env.CULVERT_PUBLIC_URL ?? ''
  }

  /** Returns the API's address on this machine, without certificates. */
  get apiUrl(): string {
    return `http://localhost:${this.env.PORT}`
  }

  /** Starts it, and resolves when API and edge answer, including over HTTPS. */
  async start(): Promise<RunningProcess> {
    const { HTTPS_PORT: _, ...env } = this.env
    const program = startNode(join(projectFolder, 'standalone.ts'), [], { env })
    this.#cleanup.defer(() => program.stop())
    await Promise.all([
      untilHealthy(program, this.apiUrl),
      untilHealthy(program, `http://localhost:${this.env.EDGE_HTTP_PORT}`),
    ])
    await program.waitForOutput(/Ctrl-C stops everything/)
    return program
  }

  /** Starts API and edge as two programs, the edge with several processes, and resolves with the API when both answer. */
  async startSeparately(): Promise<RunningProcess> {
    const { HTTPS_PORT: httpsPort = '', ...env } = this.env
    const shared = {
      ...env,
      CULVERT_TUNNEL_URL: this.secure(this.tunnelHost),
      EDGE_SECRET: 'only for tests, the same for the API and the edge',
    }
    const edgeOnly = {
      CULVERT_API_URL: this.apiUrl,
      EDGE_HTTPS_PORT: httpsPort,
      EDGE_HTTPS_REDIRECT: 'true',
      EDGE_DASHBOARD: 'on',
      EDGE_CERTIFICATES: 'api',
      EDGE_PROCESSES: '2',
    }
    const start = async (main: string, environment: Record<string, string>, url: string) => {
      const program = startNode(join(projectFolder, main), [], { env: environment })
      this.#cleanup.defer(() => program.stop())
      await untilHealthy(program, url)
      return program
    }
    const api = await start('api/src/main.ts', { ...shared, TRUSTED_PROXIES: '1' }, this.apiUrl)
    await start('edge/src/main.ts', { ...shared, ...edgeOnly }, `http://localhost:${env.EDGE_HTTP_PORT}`)
    return api
  }

  /** Returns the HTTPS address of a hostname. */
  secure(hostname: string, path = ''): string {
    return `https://${hostname}:${this.env.HTTPS_PORT}${path}`
  }

  /** Makes a request as a visitor that trusts the authority, and for which every name is this machine. */
  async visit(url: string, more: string[] = []): Promise<Answer> {
    return await visit(url, { curl: ['--cacert', this.issuerFile, '--connect-to', '::127.0.0.1:', ...more] })
  }

  /** The environment of an agent that trusts the authority. */
  agentEnvironment(secret: string): Record<string, string> {
    return {
      CULVERT_AUTHTOKEN: secret,
      NODE_EXTRA_CA_CERTS: this.issuerFile,
      NODE_OPTIONS: `--import ${everythingIsHere}`,
    }
  }
}
