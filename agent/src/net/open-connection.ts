import { connect as connectTcp, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ConnectionFailed, describeConnectFailure } from './connect-failure.ts'
import { finishOpening } from './finish-opening.ts'
import { lookupWithLoopback } from './loopback.ts'
import { findProxy, openThroughProxy } from './proxy.ts'
import { listTrusted } from './trust.ts'
import { hostOf, portOf } from './url-parts.ts'

/** How long one of several addresses may take. Node's 250 ms would give up on servers that are merely far away. */
const attemptMs = 1_000

export interface ConnectionOptions {
  /** Authorities that are trusted in addition to this machine's, in PEM. */
  authorities: readonly string[]
  /** Aborts the attempt; its reason becomes that of the failure. */
  signal: AbortSignal
  /** A protocol to offer ahead of HTTP/1.1 over TLS. */
  protocol?: string | undefined
}

/**
 * Opens a connection to the server of a URL, with TLS for https, through the proxy of HTTPS_PROXY or HTTP_PROXY if there is one; the proxy's
 * connection may be paused. Throws ConnectionFailed.
 */
export async function openConnection(url: URL, { authorities, signal, protocol }: ConnectionOptions): Promise<Socket> {
  if (signal.aborted) throw new ConnectionFailed('cancelled')
  const proxy = findProxy(url)
  const proxied = proxy === undefined ? undefined : await openThroughProxy(proxy, url, signal)
  const isSecure = url.protocol === 'https:'
  const socket = isSecure ? startTls(proxied, url, authorities, protocol) : (proxied ?? connectTcp(addressOf(url)))
  return await finishOpening(socket, signal, async () => {
    // A connection through a proxy is already connected.
    if (isSecure) await connected(socket, 'secureConnect', url)
    else if (proxied === undefined) await connected(socket, 'connect', url)
    socket.setNoDelay(true)
  })
}

function addressOf(url: URL) {
  return {
    host: hostOf(url),
    port: portOf(url),
    lookup: lookupWithLoopback,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: attemptMs,
  }
}

/** Starts TLS on the connection that a proxy opened, or on a new one. */
function startTls(
  proxied: Socket | undefined,
  url: URL,
  authorities: readonly string[],
  protocol: string | undefined,
): Socket {
  const { host, ...address } = addressOf(url)
  const options = {
    host,
    servername: isIP(host) === 0 ? host : undefined,
    ALPNProtocols: protocol === undefined ? ['http/1.1'] : [protocol, 'http/1.1'],
    ca: listTrusted(authorities),
  }
  if (proxied === undefined) return connectTls({ ...address, ...options })
  const secure = connectTls({ socket: proxied, ...options })
  // A fault of the underlying connection is a fault of this one.
  proxied.on('error', (error) => secure.destroy(error))
  return secure
}

function connected(socket: Socket, event: 'connect' | 'secureConnect', url: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new ConnectionFailed(describeConnectFailure(error, url.origin).message))
    const closed = () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))
    socket.once('error', fail).once('close', closed)
    socket.once(event, () => {
      socket.off('error', fail).off('close', closed)
      resolve()
    })
  })
}
