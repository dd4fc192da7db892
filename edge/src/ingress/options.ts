import type { Socket } from 'node:net'
import { join } from 'node:path'
import { type Environment, isPortFree, messageOf } from '@culvert/program'
import { z } from 'zod'
import { AddressRanges } from '../addresses.ts'
import type { Certificates } from '../certificates/certificates.ts'
import type { Challenges } from '../certificates/challenges.ts'
import type { HttpConnection, OnCut, OnRefused, OnVisitor } from '../http/connection.ts'
import type { ConnectionCaps, HttpTiming } from '../http/options.ts'
import type { AddressedConnection, ConnectionHandoff } from '../http/connection-handoff.ts'
import type { ErrorPages } from '../pages/error-pages.ts'
import type { FaultReport } from '../reporting.ts'
import { flag, port, wholeNumber, word } from '../settings.ts'
import type { Scheme } from '../visitor.ts'

/** The proxies that the ingress trusts, and its HTTPS. */
export interface IngressConfig {
  /** The HTTPS that this edge itself serves; undefined if it serves none. */
  secure: SecureConfig | undefined
  /** Addresses and ranges of proxies whose statements about a request's origin are believed; undefined if there are none. */
  trustedProxies: AddressRanges | undefined
  /** Whether every connection, including an agent's, must begin with a header of the PROXY protocol. */
  readsProxyHeaders: boolean
}

/** HTTPS, and where its certificates come from. */
export interface SecureConfig {
  /** Port; 0 picks a free one. */
  port: number
  /** The folder of the operator's certificates, which take precedence over others; undefined if there is none. */
  certificateFolder: string | undefined
  /** The source of the others: the local authority of `authorityFolder`, or the API, with a copy in `servedFolder`. */
  source: 'local' | 'api'
  authorityFolder: string
  servedFolder: string
  /** How many of the API's certificates are kept in memory. */
  contextsMax: number
  /** Whether clients of the plain port are redirected to HTTPS. */
  redirects: boolean
}

const addressRanges = z.string().transform((text, context) => {
  try {
    return new AddressRanges(text.split(',').map((range) => range.trim()))
  } catch (error) {
    context.addIssue(messageOf(error))
    return z.NEVER
  }
})

/** The value of EDGE_HTTPS_PORT with which an edge itself serves no HTTPS. */
export const noHttps = 'off'

const portOrNone = z.union([port, z.literal(noHttps)], {
  error: ({ input }) => `expected a port from 0 to 65535, or ${noHttps}, found "${String(input)}".`,
})

const defaultHttpsPort = 8_443

/**
 * Returns the environment with an HTTPS port if none was chosen: 8443, or a free one while another program uses it, which is
 * no reason not to start.
 */
export async function withHttpsPort(environment: Environment): Promise<Environment> {
  if (environment.EDGE_HTTPS_PORT !== undefined) return environment
  return { ...environment, EDGE_HTTPS_PORT: (await isPortFree(defaultHttpsPort)) ? String(defaultHttpsPort) : '0' }
}

export const ingressSettings = z
  .object({
    EDGE_HTTPS_PORT: portOrNone.default(noHttps),
    EDGE_TLS_FOLDER: z.string().optional(),
    EDGE_CERTIFICATES: word(['local', 'api']).default('local'),
    EDGE_CERTIFICATES_MAX: wholeNumber('a number of certificates', 1, 1_000_000).default(10_000),
    CULVERT_DATA: z.string().default('.culvert'),
    EDGE_HTTPS_REDIRECT: flag,
    EDGE_TRUSTED_PROXIES: addressRanges.optional(),
    EDGE_PROXY_PROTOCOL: flag,
  })
  .transform((given): IngressConfig => ({
    secure:
      given.EDGE_HTTPS_PORT === noHttps
        ? undefined
        : {
            port: given.EDGE_HTTPS_PORT,
            certificateFolder: given.EDGE_TLS_FOLDER,
            source: given.EDGE_CERTIFICATES,
            authorityFolder: join(given.CULVERT_DATA, 'tls'),
            servedFolder: join(given.CULVERT_DATA, 'tls', 'served'),
            contextsMax: given.EDGE_CERTIFICATES_MAX,
            redirects: given.EDGE_HTTPS_REDIRECT,
          },
    trustedProxies: given.EDGE_TRUSTED_PROXIES,
    readsProxyHeaders: given.EDGE_PROXY_PROTOCOL,
  }))

/** Accepts connections, checks each request head, and hands the request to the edge as a `Visitor`. */
export interface Ingress {
  /** The port that it listens on. */
  readonly port: number
  /** The HTTPS port; undefined if HTTPS is not served. */
  readonly securePort: number | undefined
  /** Takes over a connection that another process of the edge has passed on; `address` is where it came from. */
  take(socket: Socket, connection: AddressedConnection, address: string): void
  /** Returns the connections of visitors, whose bytes may wait here. */
  listConnections(): Iterable<HttpConnection>
  /** Continues to serve, but answers say `Connection: close`, so that clients open their next connection elsewhere. */
  leave(): void
  /**
   * Stops accepting connections; answers that begin from now on say `Connection: close`. Resolves when every connection has
   * ended, or after `graceMs`, when the remaining ones are cut.
   */
  close(graceMs: number): Promise<void>
}

/** The options with which an ingress starts. */
export interface IngressOptions extends Omit<IngressConfig, 'secure'> {
  /** Port; 0 picks a free one. */
  port: number
  /** Address; `localhost` means both loopback families. */
  host: string
  /** What clients of `port` speak: `https` if something in front of it ends TLS. */
  scheme: Scheme
  /** HTTPS on a separate port; undefined if there is none. */
  secure: { port: number; certificates: Certificates; challenges: Challenges | undefined } | undefined
  /** How clients reach the edge. */
  tunnelUrl: URL
  /** How agents reach it, if that differs. */
  agentUrl: URL | undefined
  timing: HttpTiming
  caps: ConnectionCaps
  errorPages: ErrorPages
  onCut: OnCut
  onRefused: OnRefused
  reportFault: FaultReport
  /** Passes connections to the other processes of this edge; undefined if it has only one. */
  handoff: ConnectionHandoff | undefined
  /** The socket at which they reach this process. */
  siblingPath?: string | undefined
}

/** Starts an ingress, which hands every request to `onVisitor`. */
export type StartIngress = (options: IngressOptions, onVisitor: OnVisitor) => Promise<Ingress>
