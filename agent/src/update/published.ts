import { createHash, verify } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import {
  type Manifest,
  manifestName,
  type PackagedFile,
  parseManifest,
  signatureName,
} from '@culvert/schema/agent-packages'
import { messageOf } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import { ConnectingAgent } from '../net/connecting-agent.ts'
import { requestHttp } from '../net/request-http.ts'
import type { Installed } from './installed.ts'

/** A manifest has a few lines for each target. */
const manifestBytesMax = 64 * 1024
const manifestMs = 10_000
/** A package, on a slow line. */
const packageMs = 15 * 60_000

/** The source of an update. */
export interface Source {
  /** The server's address, without a trailing slash. */
  server: string
  /** Authorities that are trusted in addition to this machine's, in PEM. */
  authorities?: readonly string[]
  signal?: AbortSignal
}

/** Fetches the manifest of the version on a server. Throws Failure if it is not signed with this command's key. */
export async function fetchManifest(source: Source, { publicKey }: Installed): Promise<Manifest> {
  const { server } = source
  if (publicKey === null && !isPrivate(server)) {
    throw new Failure(exitCodes.fault, 'culvert was not updated.', {
      why: `The packages of this command are not signed, and ${server} is reached without TLS: anybody in between could send another program.`,
      remedy: 'Give the https address of the server.',
    })
  }
  const within = limitTime(source, manifestMs)
  const bytes = await fetchBytes(within, `${server}/download/${manifestName}`)
  if (publicKey !== null) {
    const signature = await fetchBytes(within, `${server}/download/${signatureName}`)
    if (!verify(undefined, bytes, publicKey, signature)) {
      throw new Failure(exitCodes.fault, 'culvert was not updated.', {
        why: `${server} has packages that were not signed with the key of this command.`,
        remedy: 'Ask its operator. If the key has changed, install culvert again from /download.',
      })
    }
  }
  try {
    return parseManifest(bytes)
  } catch (error) {
    throw notAsExpected(server, messageOf(error))
  }
}

/** Fetches a package into a file. Throws Failure if it does not match the manifest, and the system's error if the file cannot be written. */
export async function fetchPackage(
  source: Source,
  version: string,
  { file, size, sha256 }: PackagedFile,
  target: string,
): Promise<void> {
  const url = `${source.server}/download/${version}/${file}`
  const hash = createHash('sha256')
  let got = 0
  const output = await open(target, 'wx')
  try {
    for await (const chunk of fetchBody(limitTime(source, packageMs), url)) {
      got += chunk.length
      if (got > size) break
      hash.update(chunk)
      await output.writeFile(chunk)
    }
    await output.sync()
  } finally {
    await output.close()
  }
  const found = hash.digest('hex')
  if (got !== size) throw notAsExpected(url, `the manifest says ${size} bytes, and ${got > size ? 'more' : got} came`)
  if (found !== sha256) throw notAsExpected(url, `the manifest says SHA-256 ${sha256}, and ${found} came`)
}

/** Reports whether a version such as 1.10.0 comes after another. */
export function isNewer(version: string, other: string): boolean {
  const [own, others] = [version, other].map((text) => text.split('.').map(Number))
  const index = own?.findIndex((part, at) => part !== others?.[at]) ?? -1
  return index >= 0 && (own?.[index] ?? 0) > (others?.[index] ?? 0)
}

async function fetchBytes(source: Source, url: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let got = 0
  for await (const chunk of fetchBody(source, url)) {
    got += chunk.length
    if (got > manifestBytesMax) throw notAsExpected(url, `more than ${manifestBytesMax} bytes came`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads a file of the server. Throws Failure if it does not arrive completely. */
async function* fetchBody(source: Source, url: string): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of await request(source, url)) yield chunk
  } catch (error) {
    throw error instanceof Failure ? error : unreachable(url, error)
  }
}

/** Requests a file the way the agent requests everything: through proxies, and with its trusted authorities. Follows no redirect. */
async function request({ server, authorities = [], signal }: Source, url: string): Promise<AsyncIterable<Uint8Array>> {
  const agent = new ConnectingAgent(new URL(server), authorities)
  const { host, hostname, pathname } = new URL(url)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    requestHttp({ agent, hostname, path: pathname, headers: { host }, signal }, resolve)
      .on('error', reject)
      .on('close', () => agent.destroy())
      .end()
  })
  if (response.statusCode === 200) return response
  response.destroy()
  if (response.statusCode === 404) {
    throw new Failure(exitCodes.fault, 'culvert was not updated.', {
      why: `${url} does not exist: this server has no packages for systems without Node.`,
      remedy: 'Ask its operator, or install culvert with npm.',
    })
  }
  throw notAsExpected(url, `HTTP status ${response.statusCode}`)
}

function limitTime({ signal, ...source }: Source, ms: number): Source {
  const timeout = AbortSignal.timeout(ms)
  return { ...source, signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]) }
}

/** Reports whether no one in between can change what a server sends. */
function isPrivate(server: string): boolean {
  const { protocol, hostname } = new URL(server)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

function unreachable(url: string, error: unknown): Failure {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return new Failure(exitCodes.serverUnreachable, 'culvert was not updated.', {
    why: `${url} could not be fetched completely: ${messageOf(cause)}.`,
    remedy: 'Check the address and the network, and try again.',
  })
}

function notAsExpected(what: string, why: string): Failure {
  return new Failure(exitCodes.fault, 'culvert was not updated.', {
    why: `${what}: ${why}.`,
    remedy: 'Tell its operator.',
  })
}
