import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { getProxyForUrl } from 'proxy-from-env'
import { ConnectionFailed, describeConnectFailure } from './connect-failure.ts'
import { readHead } from './read-head.ts'
import { BadResponse, parseResponseHead } from './response-head.ts'
import { listTrusted } from './trust.ts'
import { hostOf, portOf } from './url-parts.ts'

/** Returns the proxy that the environment names for a URL (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY); none for this machine. */
export function findProxy(url: URL): URL | undefined {
  const { hostname } = url
  if (/^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return undefined
  const named = getProxyForUrl(url.href)
  if (named === '') return undefined
  const proxy = URL.parse(named)
  if (proxy !== null && /^https?:$/.test(proxy.protocol)) return proxy
  // The text may hold a password.
  throw new ConnectionFailed('the proxy in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY is no http:// or https:// address')
}

/** Opens a connection to the server of a URL through a proxy, by CONNECT (RFC 9110, section 9.3.6). Throws ConnectionFailed. */
export async function openThroughProxy(proxy: URL, url: URL, signal: AbortSignal): Promise<Socket> {
  const socket = connectProxy(proxy)
  const cancel = () => socket.destroy(new Error('cancelled'))
  signal.addEventListener('abort', cancel)
  try {
    await connected(socket, proxy)
    await askForTunnel(socket, proxy, url)
    return socket
  } catch (error) {
    socket.on('error', () => {}).destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

function connectProxy(proxy: URL): Socket {
  const options = { host: hostOf(proxy), port: portOf(proxy), autoSelectFamily: true }
  return proxy.protocol === 'https:'
    ? connectTls({ ...options, servername: hostOf(proxy), ca: listTrusted([]) })
    : connectTcp(options)
}

function connected(socket: Socket, proxy: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(
        new ConnectionFailed(`the proxy could not be used: ${describeConnectFailure(error, proxy.origin).message}`),
      )
    socket.once('error', fail)
    socket.once(proxy.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      socket.off('error', fail)
      resolve()
    })
  })
}

async function askForTunnel(socket: Socket, proxy: URL, url: URL): Promise<void> {
  const target = `${url.hostname}:${portOf(url)}`
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorizationOf(proxy)}\r\n`)
  let status: number
  try {
    const { head, rest } = await readHead(socket)
    ;({ status } = parseResponseHead(head, { method: 'CONNECT', kind: 'http' }))
    if (rest.length > 0) socket.unshift(rest)
  } catch (error) {
    const why = error instanceof BadResponse ? error.message : `it ${error instanceof Error ? error.message : 'failed'}`
    throw new ConnectionFailed(`the proxy ${proxy.origin} could not be used: ${why}`)
  }
  if (status === 407) {
    throw new ConnectionFailed(
      `the proxy ${proxy.origin} wants a name and a password (407); give them in HTTPS_PROXY as http://user:password@host:port`,
    )
  }
  if (status < 200 || status > 299) {
    throw new ConnectionFailed(
      `the proxy ${proxy.origin} did not open a connection to ${target}: it answered ${status}`,
    )
  }
}

function authorizationOf({ username, password }: URL): string {
  if (username === '') return ''
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return `Proxy-Authorization: Basic ${Buffer.from(pair).toString('base64')}\r\n`
}
