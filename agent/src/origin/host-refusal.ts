import { asSentence } from '../sentence.ts'
import type { RequestHead } from '@culvert/wire'
import type { ParsedHead } from '../net/response-head.ts'
import { needsTls } from './not-http.ts'
import type { OriginTarget } from '../net/target.ts'

/** A server that answers only under the hostnames in its settings, and the setting for them. */
export interface HostCheckingServer {
  name: string
  /** The setting that allows more hostnames. */
  setting: string
  /** Whether it checks Host, so that another Host makes it answer; otherwise it checks Origin. */
  checksHost: boolean
}

/** The app accepts only HTTPS, and says so over plain HTTP. */
interface HttpsOnly {
  acceptsHttpsOnly: true
}

/** What an app's answer reveals about the request's hostname or scheme. */
export type Refusal = HostCheckingServer | HttpsOnly

type RefusalPattern = Refusal & {
  statuses: readonly number[]
  /** Matches its refusal within the first bytes of the body. */
  body: RegExp
  /** Which requests it refuses in this way; all by default. */
  target?: RegExp
}

const refusalPatterns: readonly RefusalPattern[] = [
  {
    name: "Angular's dev server",
    setting: 'allowedHosts of the serve target in angular.json',
    checksHost: true,
    statuses: [403],
    body: /^Blocked request\. This host \(.{1,300}\) is not allowed\.[^]{0,400}angular\.json/,
  },
  {
    name: 'Vite',
    setting: 'server.allowedHosts in vite.config (vite.server.allowedHosts in nuxt.config)',
    checksHost: true,
    statuses: [403],
    body: /^Blocked request\. This host \(.{1,300}\) is not allowed\./,
  },
  {
    name: 'webpack-dev-server',
    setting: 'devServer.allowedHosts in webpack.config',
    checksHost: true,
    // Up to version 4 it refuses with 200.
    statuses: [200, 403],
    body: /^Invalid Host(?:\/Origin)? header$/,
  },
  {
    name: 'Next.js',
    setting: 'allowedDevOrigins in next.config',
    checksHost: false,
    statuses: [403],
    body: /^Unauthorized$/,
    target: /^\/(?:_next\/|__nextjs)/,
  },
  {
    name: 'Django',
    setting: 'ALLOWED_HOSTS in settings.py',
    checksHost: true,
    statuses: [400],
    body: /<title>\s*DisallowedHost|DisallowedHost at |Invalid HTTP_HOST header/,
  },
  {
    name: 'Rails',
    setting: 'config.hosts in config/environments/development.rb',
    checksHost: true,
    statuses: [403],
    body: /Blocked hosts?: /,
  },
  {
    acceptsHttpsOnly: true,
    statuses: [400],
    // nginx, Go, Apache, and what is built on them.
    body: /plain HTTP request was sent to HTTPS port|sent an HTTP request to an HTTPS server|speaking plain HTTP to an SSL-enabled server port/,
  },
]

/** A refusal with 200 is at most this long; longer pages are not read. */
const shortBytesMax = 32
const readBytesMax = 16 * 1024

/** Reads an answer as it passes, to detect whether it refuses the public hostname or plain HTTP. */
export class RefusalReader {
  readonly #patterns: readonly RefusalPattern[]
  #text = ''

  private constructor(possible: readonly RefusalPattern[]) {
    this.#patterns = possible
  }

  /** Returns a reader for an answer; undefined if its head shows no sign of a refusal. */
  static for(
    { target }: RequestHead,
    { status, framing, contentLength, fields }: ParsedHead,
  ): RefusalReader | undefined {
    if (status !== 400 && status !== 403 && status !== 200) return undefined
    if (status === 200 && (framing !== 'length' || contentLength > shortBytesMax)) return undefined
    if (fields.some(([name]) => name.toLowerCase() === 'content-encoding')) return undefined
    const possible = refusalPatterns.filter(
      (pattern) => pattern.statuses.includes(status) && (pattern.target?.test(target) ?? true),
    )
    return possible.length === 0 ? undefined : new RefusalReader(possible)
  }

  read(chunk: Buffer): void {
    const room = readBytesMax - this.#text.length
    if (room > 0) this.#text += chunk.toString('latin1', 0, room)
  }

  /** Returns what the answer refuses, once it is complete. */
  find(): Refusal | undefined {
    return this.#patterns.find(({ body }) => body.test(this.#text))
  }
}

/** Describes what the app refuses, and what to do about it. `hostHeader` is the Host that it was sent, if the user chose one. */
export function describeRefusal(
  refusal: Refusal,
  request: RequestHead,
  { target, hostHeader }: { target: OriginTarget; hostHeader: string | undefined },
): string {
  if ('acceptsHttpsOnly' in refusal) return asSentence(needsTls(target).message)
  const { name, setting, checksHost } = refusal
  const [hostname = ''] = request.fields.find(([field]) => field.toLowerCase() === 'host')?.[1].split(':') ?? []
  if (checksHost && hostHeader !== undefined) {
    return `${name} does not answer under the Host "${hostHeader}" that --host-header gives it. Give it another one, or add this one to ${setting}.`
  }
  if (!checksHost) {
    const origin = request.fields.find(([field]) => field.toLowerCase() === 'origin')?.[1] ?? hostname
    return `${name} refuses what comes from ${origin}. Start the agent with --rewrite, or add ${hostname} to ${setting}.`
  }
  return `${name} does not answer under the public hostname ${hostname}. Start the agent with --rewrite, or add the hostname to ${setting}.`
}
