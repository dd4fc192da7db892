import type { Transform } from 'node:stream'
import type { RequestHead } from '@culvert/wire'
import { createDecoder } from '../net/decoders.ts'
import { namesOfThisMachine } from '../net/loopback.ts'
import type { ParsedHead } from '../net/response-head.ts'
import type { ExchangeTap } from '../origin/exchange-observer.ts'

// The client of webpack-dev-server connects to the address in its script, which has the port of the dev server unless configured otherwise:
// a page on a public hostname loads and never reloads. The connection bypasses the tunnel, so only the script reveals it.

/** An address to which hot reload connects, although visitors cannot reach it. */
export interface LostHotReload {
  /** The host of the page, or a name of the visitor's own machine. */
  host: string
  port: string
}

/** How much of a tunnel's scripts is read, in bytes, before concluding that it has no webpack-dev-server. */
const readBytesMax = 32 * 1024 * 1024
/** How many scripts are read at once. */
const readersMax = 4
/** How far reading may lag behind what has passed, in bytes. */
const lagBytesMax = 1024 * 1024

/** The script that loads the client, in a development build, with webpack-dev-server up to version 5. */
const client =
  /webpack-dev-server\/client\/index\.js\?protocol=[a-z]{2,5}%3A(?:&(?:username|password)=[^&"'\s]{0,100}){0,2}&hostname=([^&"'\s]{1,100})&port=(\d{1,5})&/
/** The same since version 6: the address is JSON. */
const clientWithJson = /webpack-dev-middleware\/client\/index\.js\?url=(%7B[^&"'\s]{1,400}%7D)&/
/** The longest text that either of them matches is shorter. */
const overlapLength = 512

/** Reads scripts as they pass, until one of them reveals where hot reload connects to. */
export class HotReloadWatch {
  readonly #onLost: (lost: LostHotReload) => void
  #bytesLeft = readBytesMax
  #readerCount = 0

  constructor(onLost: (lost: LostHotReload) => void) {
    this.#onLost = onLost
  }

  /** Returns a reader for the answer to a request; undefined if the answer is not a script, or there is nothing more to find. */
  follow(request: RequestHead): ExchangeTap | undefined {
    if (this.#bytesLeft <= 0 || !/\.m?js(?:\?|$)/.test(request.target)) return undefined
    let reader: ScriptReader | undefined
    return {
      requestData() {},
      responseHead: (head) => {
        if (head.status === 200 && this.#readerCount < readersMax) reader = this.#read(request, head)
      },
      responseData: (chunk) => reader?.read(chunk),
      over: () => reader?.end(),
    }
  }

  #read(request: RequestHead, { fields }: Readonly<ParsedHead>): ScriptReader | undefined {
    const encoding = fields.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1].toLowerCase()
    const decoder = encoding === undefined ? undefined : createDecoder(encoding)
    if (encoding !== undefined && decoder === undefined) return undefined
    this.#readerCount += 1
    let held = ''
    const reader = new ScriptReader(decoder, {
      onText: (text) => {
        this.#bytesLeft -= text.length
        const address = findAddress(held + text)
        held = (held + text).slice(-overlapLength)
        if (address === undefined) return this.#bytesLeft > 0
        this.#bytesLeft = 0
        const lost = findLost(address, request)
        if (lost !== undefined) this.#onLost(lost)
        return false
      },
      onEnd: () => (this.#readerCount -= 1),
    })
    return reader
  }
}

/** Describes hot reload that does not work, and what to do about it. */
export function describeHotReload({ host, port }: LostHotReload): string {
  return `The hot reload of webpack-dev-server connects to port ${port} of ${host}, where visitors do not reach it. Set devServer.client.webSocketURL to 'auto://0.0.0.0:0/ws' in webpack.config (WDS_SOCKET_PORT=0 for Create React App).`
}

interface ScriptReceiver {
  /** Returns whether to continue. */
  onText(text: string): boolean
  /** Called once. */
  onEnd(): void
}

/** Removes the coding of a script. */
class ScriptReader {
  readonly #decoder: Transform | undefined
  readonly #receiver: ScriptReceiver
  #isOver = false

  constructor(decoder: Transform | undefined, receiver: ScriptReceiver) {
    this.#decoder = decoder
    this.#receiver = receiver
    decoder
      ?.on('data', (bytes: Buffer) => this.#receive(bytes))
      .on('end', () => this.#stop())
      .on('error', () => this.#stop())
  }

  read(chunk: Buffer): void {
    if (this.#isOver) return
    if (this.#decoder === undefined) this.#receive(chunk)
    else if (this.#decoder.writableLength > lagBytesMax) this.#stop()
    // The chunk is lent for this call only.
    else this.#decoder.write(Buffer.from(chunk))
  }

  end(): void {
    if (this.#decoder === undefined) this.#stop()
    else if (!this.#isOver) this.#decoder.end()
  }

  #receive(bytes: Buffer): void {
    if (!this.#isOver && !this.#receiver.onText(bytes.toString('latin1'))) this.#stop()
  }

  #stop(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#decoder?.destroy()
    this.#receiver.onEnd()
  }
}

/** Returns the address in the script that loads the client. Its port is 0 if it is the page's. */
function findAddress(text: string): LostHotReload | undefined {
  const [, json] = clientWithJson.exec(text) ?? []
  if (json !== undefined) return parseAddress(json)
  const [, host = '', port] = client.exec(text) ?? []
  return port === undefined ? undefined : { host: withoutBrackets(host.replaceAll(/%3A/gi, ':')), port }
}

function parseAddress(encoded: string): LostHotReload | undefined {
  try {
    const address: unknown = JSON.parse(decodeURIComponent(encoded))
    if (typeof address !== 'object' || address === null) return undefined
    const hostname = 'hostname' in address ? address.hostname : undefined
    const port = 'port' in address ? address.port : 0
    return typeof hostname === 'string' ? { host: withoutBrackets(hostname), port: String(port) } : undefined
  } catch {
    return undefined
  }
}

function withoutBrackets(host: string): string {
  return host.replaceAll(/%5B|%5D|[[\]]/gi, '')
}

/** Returns where hot reload is lost; undefined if it follows the page, or uses a host that was configured for it. */
function findLost({ host: named, port }: LostHotReload, request: RequestHead): LostHotReload | undefined {
  const host = request.fields.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? ''
  const [, hostname = '', publicPort] = /^(.*?)(?::(\d+))?$/.exec(host) ?? []
  if (named === '0.0.0.0' || named === '::') {
    const reached = publicPort === undefined ? ['0', '80', '443'] : ['0', publicPort]
    return reached.includes(port) ? undefined : { host: hostname, port }
  }
  return namesOfThisMachine.has(named) ? { host: named, port } : undefined
}
