/** What the first message of a TLS handshake states about the connection. */
export interface ClientHello {
  /** The hostname (RFC 6066, section 3), in lowercase; undefined if the client names none. */
  serverName: string | undefined
  /** The protocols that the client offers, in its order (RFC 7301, section 3.1). */
  protocols: string[]
}

/** How many bytes of a connection are examined. */
export const helloBytesMax = 16 * 1024

const handshakeRecord = 22
const clientHelloMessage = 1
const recordHeaderBytes = 5
const messageHeaderBytes = 4
const serverNameExtension = 0
const protocolsExtension = 16

/**
 * Parses the ClientHello at the start of a connection (RFC 8446, section 4.1.2; RFC 5246, section 7.4.1.2), which may be spread over
 * several records. Anything else is `other`: the TLS server refuses it.
 */
export function parseClientHello(received: Buffer): ClientHello | 'incomplete' | 'other' {
  const message = joinRecords(received)
  if (!Buffer.isBuffer(message)) return message
  try {
    return readHello(new Reader(message))
  } catch {
    return 'other'
  }
}

/** Returns the body of the first handshake message, without the headers of the records that carried it. */
function joinRecords(received: Buffer): Buffer | 'incomplete' | 'other' {
  const fragments: Buffer[] = []
  let joinedBytes = 0
  for (let at = 0; at < received.length;) {
    if (received[at] !== handshakeRecord) return 'other'
    if (received.length < at + recordHeaderBytes) break
    const end = at + recordHeaderBytes + received.readUInt16BE(at + 3)
    const fragment = received.subarray(at + recordHeaderBytes, end)
    fragments.push(fragment)
    joinedBytes += fragment.length
    at = end
  }
  const joined = fragments.length === 1 && fragments[0] !== undefined ? fragments[0] : Buffer.concat(fragments)
  if (joinedBytes > 0 && joined[0] !== clientHelloMessage) return 'other'
  const isWhole = joinedBytes >= messageHeaderBytes && joinedBytes - messageHeaderBytes >= joined.readUIntBE(1, 3)
  if (isWhole) return joined.subarray(messageHeaderBytes, messageHeaderBytes + joined.readUIntBE(1, 3))
  return received.length < helloBytesMax ? 'incomplete' : 'other'
}

function readHello(message: Reader): ClientHello {
  // The version and 32 random bytes, the session id, the ciphers, and the compression methods.
  message.take(34)
  message.takeVector(1)
  message.takeVector(2)
  message.takeVector(1)
  const hello: ClientHello = { serverName: undefined, protocols: [] }
  if (message.isEmpty) return hello
  const extensions = new Reader(message.takeVector(2))
  while (!extensions.isEmpty) {
    const type = extensions.takeNumber(2)
    const extension = new Reader(extensions.takeVector(2))
    if (type === serverNameExtension) hello.serverName = readServerName(extension)
    else if (type === protocolsExtension) hello.protocols = readProtocols(extension)
  }
  return hello
}

function readServerName(extension: Reader): string | undefined {
  const names = new Reader(extension.takeVector(2))
  while (!names.isEmpty) {
    const isHostname = names.takeNumber(1) === 0
    const name = names.takeVector(2)
    if (isHostname) return name.toString('latin1').toLowerCase()
  }
  return undefined
}

function readProtocols(extension: Reader): string[] {
  const list = new Reader(extension.takeVector(2))
  const protocols: string[] = []
  while (!list.isEmpty) protocols.push(list.takeVector(1).toString('latin1'))
  return protocols
}

/** Reads one field after the other from a message; throws past its end. */
class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isEmpty(): boolean {
    return this.#at === this.#bytes.length
  }

  take(count: number): Buffer {
    const end = this.#at + count
    if (end > this.#bytes.length) throw new RangeError(`expected ${count} bytes at ${this.#at}.`)
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  takeNumber(bytes: number): number {
    return this.take(bytes).readUIntBE(0, bytes)
  }

  /** Reads a vector that is preceded by its length in `lengthBytes` bytes (RFC 8446, section 3.4). */
  takeVector(lengthBytes: number): Buffer {
    return this.take(this.takeNumber(lengthBytes))
  }
}
