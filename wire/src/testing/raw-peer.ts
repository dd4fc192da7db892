import type { Duplex } from 'node:stream'
import { Recorder } from './recorder.ts'
import { hello, SessionOwner, startSession, welcome } from './sessions.ts'
import { createMemoryPair } from './transports.ts'
import type { MemoryTransport } from './transports.ts'
import type { SessionOptions, WireSession } from '../index.ts'

/** A frame as PROTOCOL.md draws it. */
export interface RawFrame {
  type: number
  end: boolean
  streamId: number
  payload: Buffer
}

/** The bytes of a frame, made without the code under test. */
export function frame(type: number, streamId: number, payload: Buffer | string = '', end = false): Buffer {
  const bytes = typeof payload === 'string' ? Buffer.from(payload, 'latin1') : payload
  const header = Buffer.alloc(8)
  header.writeUIntBE(bytes.length, 0, 3)
  header.writeUInt8(type + (end ? 128 : 0), 3)
  header.writeUInt32BE(streamId, 4)
  return Buffer.concat([header, bytes])
}

/** A count of bytes. */
export const nothing = '\0'.repeat(8)

export const helloFrame = helloWith([])
export const welcomeFrame = welcomeWith([])

/** A HELLO with these features. */
function helloWith(features: readonly string[]): Buffer {
  return frame(1, 0, `\x01\x01\x00\x04\x00\x00${nothing}test/1\nticket\n\n${featuresField(features)}`)
}

/** A WELCOME with these features. */
export function welcomeWith(features: readonly string[], { resumeMs = 0 } = {}): Buffer {
  const times = Buffer.alloc(8)
  times.writeUInt32BE(resumeMs, 4)
  const texts = `session-1\nresume-1\ndemo.example.com${featuresField(features)}`
  return frame(2, 0, `\x01\x00\x04\x00\x00${times.toString('latin1')}${nothing}${texts}`)
}

function featuresField(features: readonly string[]): string {
  return features.length === 0 ? '' : `\nfeatures\n${features.join(' ')}`
}

/** The other side of a session, one frame at a time: it sends what a test specifies, and records the frames that it receives. */
export class RawPeer extends Recorder {
  readonly frames: RawFrame[] = []
  readonly transport: Duplex
  /** Called with each frame that arrives. */
  onFrame: (frame: RawFrame) => void = () => {}
  #bytes = Buffer.alloc(0)

  constructor(transport: Duplex) {
    super()
    this.transport = transport
    transport.on('data', (chunk: Buffer) => this.#take(chunk))
    transport.on('end', () => {
      this.record('ended')
      transport.end()
    })
    transport.on('error', () => {})
  }

  send(...frames: Buffer[]): void {
    this.transport.write(Buffer.concat(frames))
  }

  /** The frames of one type, in order. */
  framesOf(type: number): RawFrame[] {
    return this.frames.filter((candidate) => candidate.type === type)
  }

  /** Resolves with the first frame of a type once it has arrived. */
  firstOf(type: number): Promise<RawFrame> {
    return this.waitFor(() => this.framesOf(type)[0])
  }

  #take(chunk: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    while (this.#bytes.length >= 8) {
      const length = this.#bytes.readUIntBE(0, 3)
      if (this.#bytes.length < 8 + length) return
      const typeByte = this.#bytes.readUInt8(3)
      const payload = this.#bytes.subarray(8, 8 + length)
      const received = { type: typeByte & 127, end: typeByte > 127, streamId: this.#bytes.readUInt32BE(4), payload }
      this.#bytes = this.#bytes.subarray(8 + length)
      this.frames.push(received)
      this.onFrame(received)
      this.record(`frame ${received.type}`)
    }
  }
}

/** A session under test, after the handshake, whose other side is raw and has the same features. */
export interface RawTunnel {
  session: WireSession
  owner: SessionOwner
  peer: RawPeer
  /** The session's own end of the transport. */
  transport: MemoryTransport
}

/** `resumeMs`: how long a session of an agent waits for another connection. */
export async function connectRaw(options: SessionOptions, { resumeMs = 0 } = {}): Promise<RawTunnel> {
  const tunnel = startRaw(options)
  const { role, features = [] } = options
  if (role === 'edge') {
    tunnel.peer.send(helloWith(features))
    await tunnel.owner.untilEvent('hello')
    tunnel.session.welcome(welcome)
    await tunnel.peer.firstOf(2)
  } else {
    tunnel.session.hello(hello)
    await tunnel.peer.firstOf(1)
    tunnel.peer.send(welcomeWith(features, { resumeMs }))
    await tunnel.owner.untilEvent('welcome')
  }
  return tunnel
}

/** The same, before the handshake. */
export function startRaw(options: SessionOptions): RawTunnel {
  const [transport, peerEnd] = createMemoryPair()
  const owner = new SessionOwner()
  return { session: startSession(transport, options, owner), owner, peer: new RawPeer(peerEnd), transport }
}
