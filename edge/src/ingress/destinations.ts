import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { isIP } from 'node:net'
import { isOwnName } from '../hostname.ts'
import type { CoversHost, Peer } from '../http/origin.ts'
import type { Scheme } from '../visitor.ts'

const defaultPorts: Record<Scheme, number> = { http: 80, https: 443 }

/** Decides which requests are allowed on which connection. */
export class Destinations {
  readonly #tunnelHost: string
  readonly #agentHost: string | undefined
  readonly #ports: Set<number>

  /** `tunnelUrl`: how clients reach the edge, with any port mapping in front of it. `agentUrl`: how agents do, if that differs. */
  constructor({ hostname, port, protocol }: URL, agentUrl?: URL) {
    this.#tunnelHost = hostname
    this.#agentHost = agentUrl?.hostname
    this.#ports = new Set([port === '' ? defaultPorts[protocol === 'https:' ? 'https' : 'http'] : Number(port)])
  }

  /** Adds a port on which the edge listens. */
  addPort(port: number): void {
    this.#ports.add(port)
  }

  /**
   * On a connection of this scheme, `Host` names one of the edge's ports or none: apps build links from it. What the edge
   * itself answers is exempt, so that health checks pass behind any port mapping.
   */
  ofScheme(scheme: Scheme): CoversHost {
    return (hostname, host) => {
      const port = /:(\d+)$/.exec(host)?.[1]
      if (port === undefined || Number(port) === defaultPorts[scheme] || this.#ports.has(Number(port))) return true
      return isOwnName(hostname, this.#tunnelHost) || hostname === this.#agentHost
    }
  }

  /**
   * Returns the other end of a connection after its handshake: its certificate covers what is asked for (RFC 9110, section
   * 7.4). A client that named no host got the edge's own certificate and did not compare it: it may ask for any. A
   * trusted proxy is not bound either: it chooses itself.
   */
  withCertificate(peer: Peer, socket: TLSSocket): Peer {
    const { servername } = socket
    const { coversHost } = peer
    if (coversHost === undefined || typeof servername !== 'string' || servername === '') return peer
    const isCovered = coveredBy(socket, servername.toLowerCase())
    return { ...peer, coversHost: (hostname, host) => isCovered(hostname) && coversHost(hostname, host) }
  }
}

/** Checks the certificate for names other than the one it was chosen by; the answer for the latest is kept. */
function coveredBy(socket: TLSSocket, servername: string): (hostname: string) => boolean {
  let certificate: X509Certificate | undefined
  let latest = ''
  let isLatestCovered = false
  return (hostname) => {
    if (hostname === servername) return true
    if (hostname === latest) return isLatestCovered
    certificate ??= socket.getX509Certificate()
    latest = hostname
    isLatestCovered = certificate !== undefined && covers(certificate, hostname)
    return isLatestCovered
  }
}

function covers(certificate: X509Certificate, hostname: string): boolean {
  if (isIP(hostname) !== 0) return certificate.checkIP(hostname) !== undefined
  return certificate.checkHost(hostname, { subject: 'never', partialWildcards: false }) !== undefined
}
