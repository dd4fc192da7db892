import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { readEnvironment } from '@culvert/program'
import { getProxyForUrl } from 'proxy-from-env'
import { ConnectionFailed, describeConnectFailure } from './connect-failure.ts'
import { finishOpening } from './finish-opening.ts'
import { readHead } from './read-head.ts'
import { BadResponse, parseResponseHead } from './response-head.ts'
import { listTrusted } from './trust.ts'
import { hostOf, parseWebUrl, portOf } from './url-parts.ts'

/** Returns the proxy that the environment names for a URL (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY); none for this machine. */
export function findProxy(url: URL): URL | undefined {
  const { hostname } = url
  if (/^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return undefined
  const named = getProxyForUrl(url.href)
  if (named === '') return undefined
  const proxy = parseWebUrl(named)
  // The text may contain a password, so it is not shown.
  if (proxy === undefined)
    throw new ConnectionFailed(`the proxy in ${variableFor(url)} is no http:// or https:// address`)
  if (decode(proxy.username) === undefined || decode(proxy.password) === undefined) {
    throw new ConnectionFailed(
      `the name or password of the proxy in ${variableFor(url)} has a % that is not followed by the two digits of a character in UTF-8; write %25 for the sign itself`,
    )
  }
  return proxy
}

/** Returns the variable that names the proxy for a URL: the first that is set, in the order of `getProxyForUrl`. */
function variableFor({ protocol }: URL): string {
  const environment = readEnvironment()
  const names = [`${protocol.slice(0, -1)}_proxy`, 'all_proxy'].flatMap((name) => [name, name.toUpperCase()])
  return names.find((name) => (environment[name] ?? '') !== '') ?? 'the environment'
}

/** Opens a connection to the server of a URL through a proxy, by CONNECT (RFC 9110, section 9.3.6). Throws ConnectionFailed. */
export async function openThroughProxy(proxy: URL, url: URL, signal: AbortSignal): Promise<Socket> {
  const socket = connectProxy(proxy)
  return await finishOpening(socket, signal, async () => {
    await connected(socket, proxy)
    await askForTunnel(socket, proxy, url)
  })
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
  const pair = `${decode(username)}:${decode(password)}`
  return `Proxy-Authorization: Basic ${Buffer.from(pair).toString('base64')}\r\n`
}

/** Returns a part of a URL with its escapes decoded; undefined if one is malformed. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
