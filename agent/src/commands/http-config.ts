import { exitCodes, Failure } from '../failure.ts'
import { connectionsMaxDefault, streamsMaxDefault } from '../origin/connection-pool.ts'
import { parseTarget } from '../origin/target.ts'
import type { OriginTarget } from '../origin/target.ts'

/** What commander read from the command line and, where an option has one, from its environment variable. */
export interface HttpOptions {
  authtoken?: string
  server?: string
  gateway?: string
  random?: boolean
  name?: string
  /** True when it was given without a value. */
  hostHeader?: string | true
  allowAnyCertificate?: boolean
  maxConnections?: string
  maxStreams?: string
  json?: boolean
}

/** A `culvert http` command that can be run. */
export interface HttpConfig {
  target: OriginTarget
  /** The API's address, without a slash at its end. */
  server: string
  /** `pk_` and 64 hex characters. Never printed. */
  authToken: string
  /** A reserved gateway by name or hostname; undefined for a random hostname. */
  gateway: string | undefined
  name: string | undefined
  /** The Host that the app is sent; undefined leaves the visitor's. */
  hostHeader: string | undefined
  allowsAnyCertificate: boolean
  connectionsMax: number
  streamsMax: number
}

/** Used when neither --server nor CULVERT_SERVER says which installation is meant. */
export const defaultServer = 'http://localhost:4000'

/** Checks everything that the user gave. Throws a Failure that names every mistake. */
export function readHttpConfig(targetText: string, options: HttpOptions): HttpConfig {
  const faults: string[] = []
  const target = parseTarget(targetText)
  if (target === undefined) {
    faults.push(
      `The first argument says what visitors reach. Expected a port (1 to 65535), host:port or http://host:port, got "${targetText}".`,
    )
  }
  const server = readServer(options.server)
  if (server === undefined) {
    faults.push(`--server or CULVERT_SERVER: expected an address such as ${defaultServer}, got "${options.server}".`)
  }
  if (options.random === true && options.gateway !== undefined) {
    faults.push('--random asks for a random hostname and --gateway for a reserved one: give one of the two.')
  }
  if (options.gateway === '') faults.push('--gateway: expected the name or hostname of a gateway, got nothing.')
  if (typeof options.hostHeader === 'string' && !/^[\x21-\x7e]+$/.test(options.hostHeader)) {
    faults.push(`--host-header: expected a host such as localhost:3000, got "${options.hostHeader}".`)
  }
  const connectionsMax = readCount(options.maxConnections, connectionsMaxDefault)
  const streamsMax = readCount(options.maxStreams, streamsMaxDefault)
  if (connectionsMax === undefined) faults.push(expectedCount('--max-connections', options.maxConnections))
  if (streamsMax === undefined) faults.push(expectedCount('--max-streams', options.maxStreams))
  if (
    target === undefined ||
    server === undefined ||
    connectionsMax === undefined ||
    streamsMax === undefined ||
    faults.length > 0
  ) {
    throw new Failure(exitCodes.usage, 'The command cannot be run as it was given.', {
      why: faults.join('\n'),
      wayOut: 'See `culvert http --help`.',
    })
  }
  return {
    target,
    server,
    authToken: readAuthToken(options.authtoken, server),
    gateway: options.gateway,
    name: options.name,
    hostHeader: options.hostHeader === true ? target.authority : options.hostHeader,
    allowsAnyCertificate: options.allowAnyCertificate === true,
    connectionsMax,
    streamsMax,
  }
}

const countMax = 65_535

function readCount(text: string | undefined, fallback: number): number | undefined {
  if (text === undefined) return fallback
  const count = Number(text)
  return /^\d{1,5}$/.test(text) && count >= 1 && count <= countMax ? count : undefined
}

function expectedCount(option: string, text: string | undefined): string {
  return `${option}: expected a whole number from 1 to ${countMax}, got "${text}".`
}

function readServer(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return defaultServer
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.username !== '') {
    return undefined
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

/** The messages never quote the token: what was pasted may be a secret, even where it is not an AuthID. */
function readAuthToken(token: string | undefined, server: string): string {
  const wayOut = `Create one at ${server}/admin/auth-id, then set CULVERT_AUTHTOKEN or pass --authtoken.`
  if (token === undefined || token === '') {
    const why = 'An AuthID says for which account the tunnel is opened.'
    throw new Failure(exitCodes.authIdRefused, 'There is no AuthID.', { why, wayOut })
  }
  if (!/^pk_[0-9a-f]{64}$/.test(token)) {
    const why = `Expected pk_ and 64 hexadecimal digits, 67 characters in all; got ${token.length} characters.`
    throw new Failure(exitCodes.authIdRefused, 'What was given is not an AuthID.', { why, wayOut })
  }
  return token
}
