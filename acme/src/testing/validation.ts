import { createHash, X509Certificate as ParsedCertificate } from 'node:crypto'
import { once } from 'node:events'
import { Resolver } from 'node:dns/promises'
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { SubjectAlternativeNameExtension, X509Certificate } from '@peculiar/x509'
import { messageOf } from '@culvert/program'
import { acmeIdentifierId } from '../certificate.ts'
import { Refusal, refuse } from './refusal.ts'

/** Where a name's servers are. */
export interface ValidationTarget {
  address: string
  /** Replaces port 80. */
  httpPort: number
  /** Replaces port 443. */
  tlsPort: number
}

export interface Validation {
  name: string
  token: string
  /** The token and the thumbprint of the account's key (RFC 8555, section 8.1). */
  keyAuthorization: string
  /** Returns undefined for a name that does not exist. */
  resolve: (hostname: string) => ValidationTarget | undefined
  /** Host and port of the name server for TXT records. */
  dnsServer: string | undefined
}

const timeoutMs = 10_000
const maxRedirects = 10
const maxBodyBytes = 1_000

/** Checks whether a name's challenge is answered; throws a Refusal that says what was found instead. */
export async function validate(type: string, validation: Validation): Promise<void> {
  const look = { 'http-01': lookByHttp, 'tls-alpn-01': lookByTls, 'dns-01': lookByDns }[type]
  if (look === undefined) return refuse(400, 'malformed', `Nobody can answer a challenge ${type}.`)
  try {
    await look(validation)
  } catch (error) {
    if (error instanceof Refusal) throw error
    refuse(400, 'connection', `${validation.name}: ${messageOf(error)}`)
  }
}

/** RFC 8555, section 8.3. */
async function lookByHttp({ name, token, keyAuthorization, resolve }: Validation): Promise<void> {
  let url = new URL(`http://${isIP(name) === 6 ? `[${name}]` : name}/.well-known/acme-challenge/${token}`)
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await get(url, resolve)
    const { statusCode = 0 } = response
    const { location } = response.headers
    if (statusCode >= 300 && statusCode < 400 && location !== undefined) {
      response.destroy()
      url = new URL(location, url)
      continue
    }
    if (statusCode !== 200) refuse(403, 'unauthorized', `${url.href} answered ${statusCode}.`)
    const said = await readText(response)
    if (said.trimEnd() === keyAuthorization) return
    refuse(403, 'unauthorized', `Expected ${keyAuthorization} at ${url.href}, got ${JSON.stringify(said)}.`)
  }
  refuse(400, 'connection', `${name} redirects more than ${maxRedirects} times.`)
}

async function get(url: URL, resolve: Validation['resolve']): Promise<IncomingMessage> {
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const isSecure = url.protocol === 'https:'
  if (url.port !== '') refuse(400, 'connection', `${url.href} is at another port than 80 and 443.`)
  const { address, httpPort, tlsPort } = findPlace(host, resolve)
  const options = { path: `${url.pathname}${url.search}`, headers: { host: url.host }, agent: false as const }
  const signal = AbortSignal.timeout(timeoutMs)
  const request = isSecure
    ? requestSecure({
        ...options,
        host: address,
        port: tlsPort,
        servername: isIP(host) === 0 ? host : '',
        signal,
        rejectUnauthorized: false,
      })
    : requestPlain({ ...options, host: address, port: httpPort, signal })
  request.end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  request.on('error', () => response.destroy())
  return response
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response as AsyncIterable<Buffer>) {
    text += chunk.toString()
    if (text.length > maxBodyBytes) break
  }
  return text
}

/** RFC 8737, section 3; for an IP address RFC 8738, section 6. */
async function lookByTls({ name, keyAuthorization, resolve }: Validation): Promise<void> {
  const { address, tlsPort } = findPlace(name, resolve)
  const socket = connect({
    host: address,
    port: tlsPort,
    servername: isIP(name) === 0 ? name : toReverseName(name),
    ALPNProtocols: ['acme-tls/1'],
    rejectUnauthorized: false,
    timeout: timeoutMs,
  })
  socket.once('timeout', () => socket.destroy(new Error('no handshake in time')))
  try {
    await once(socket, 'secureConnect')
    if (socket.alpnProtocol !== 'acme-tls/1') refuse(403, 'unauthorized', `${name} does not agree on acme-tls/1.`)
    const { raw } = socket.getPeerCertificate()
    checkChallengeCertificate(name, keyAuthorization, raw)
  } finally {
    socket.destroy()
  }
}

function checkChallengeCertificate(name: string, keyAuthorization: string, raw: Buffer): void {
  const wrong = (detail: string) => refuse(403, 'unauthorized', `The certificate for ${name} ${detail}.`)
  const parsed = new ParsedCertificate(raw)
  if (parsed.subject !== parsed.issuer || !parsed.verify(parsed.publicKey)) wrong('is not signed by itself')
  const certificate = new X509Certificate(raw)
  const names = certificate.getExtension(SubjectAlternativeNameExtension)?.names.items ?? []
  const [only] = names
  const type = isIP(name) === 0 ? 'dns' : 'ip'
  if (names.length !== 1 || only?.type !== type || only.value.toLowerCase() !== name)
    wrong('is not for this name alone')
  const proof = certificate.getExtension(acmeIdentifierId)
  if (proof === null) return wrong('has no acmeIdentifier')
  if (!proof.critical) wrong('has an acmeIdentifier that is not critical')
  const digest = createHash('sha256').update(keyAuthorization).digest()
  const expected = Buffer.concat([Buffer.from([0x04, 0x20]), digest])
  if (!expected.equals(Buffer.from(proof.value))) wrong('has the acmeIdentifier of another challenge')
}

/** RFC 8555, section 8.4. */
async function lookByDns({ name, keyAuthorization, dnsServer }: Validation): Promise<void> {
  if (dnsServer === undefined) return refuse(400, 'dns', 'This authority has no name server to ask.')
  const resolver = new Resolver({ timeout: timeoutMs / 4, tries: 2 })
  resolver.setServers([dnsServer])
  const record = `_acme-challenge.${name}`
  const found = await resolver.resolveTxt(record).catch((error: unknown) => {
    return refuse(400, 'dns', `TXT ${record}: ${messageOf(error)}`)
  })
  const expected = createHash('sha256').update(keyAuthorization).digest('base64url')
  const values = found.map((chunks) => chunks.join(''))
  if (!values.includes(expected))
    refuse(403, 'unauthorized', `TXT ${record} says ${values.join(', ')}, not ${expected}.`)
}

function findPlace(hostname: string, resolve: Validation['resolve']): ValidationTarget {
  return resolve(hostname) ?? refuse(400, 'dns', `No address was found for ${hostname}.`)
}

/** Returns the name under which a handshake asks for an IP address. */
export function toReverseName(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').toReversed().join('.')}.in-addr.arpa`
  const [, hex = ''] = /^\[(.*)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? []
  const [head = '', tail = ''] = hex.split('::')
  const missing = 8 - groupsOf(head).length - groupsOf(tail).length
  const all = [
    ...groupsOf(head),
    ...Array.from({ length: hex.includes('::') ? missing : 0 }, () => '0'),
    ...groupsOf(tail),
  ]
  const digits = all.map((group) => group.padStart(4, '0')).join('')
  return `${Array.from(digits).toReversed().join('.')}.ip6.arpa`
}

function groupsOf(part: string): string[] {
  return part.split(':').filter((group) => group !== '')
}
