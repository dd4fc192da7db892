import { protocolError, WireError } from './errors.ts'
import { decodeHello, decodeVersions, decodeWelcome, encodeHello, encodeWelcome } from './messages.ts'
import { frameType, protocolVersion } from './protocol.ts'
import type { FrameType } from './protocol.ts'
import type { Hello, SessionOptions, Welcome } from './types.ts'

/** The messages that both sides send once, before anything else: HELLO from the agent, then WELCOME from the edge. */
export class Handshake {
  /** The credit that the other side gives a new stream, in bytes; known once its message has arrived. */
  peerWindowBytes = 0
  readonly #role: 'edge' | 'agent'
  readonly #windowBytes: number
  readonly #features: readonly string[]
  /** The agent's features that this edge also has; known once HELLO has arrived. */
  #agreed: readonly string[] = []
  #next: 'hello' | 'welcome' | 'nothing' = 'hello'

  constructor({ role, windowBytes, features }: Required<SessionOptions>) {
    this.#role = role
    this.#windowBytes = windowBytes
    this.#features = features
  }

  /** The features of a new session, at the edge. */
  get agreed(): readonly string[] {
    return this.#agreed
  }

  get isDone(): boolean {
    return this.#next === 'nothing'
  }

  /** Returns the payload of the agent's HELLO. */
  sendHello(hello: Omit<Hello, 'features'>): Buffer {
    if (this.#role !== 'agent' || this.#next !== 'hello') throw new Error('HELLO is said once, and by the agent')
    const payload = encodeHello({ ...hello, features: this.#features }, this.#windowBytes)
    this.#next = 'welcome'
    return payload
  }

  /** Returns the payload of the edge's WELCOME. `receivedBytes` is what the edge has received of a session that resumes. */
  sendWelcome(welcome: Welcome, receivedBytes = 0): Buffer {
    if (this.#role !== 'edge' || this.#next !== 'welcome') throw new Error('WELCOME is the answer of the edge to HELLO')
    const payload = encodeWelcome(welcome, this.#windowBytes, receivedBytes)
    this.#next = 'nothing'
    return payload
  }

  receiveHello(payload: Buffer): Hello {
    const { versionMin, versionMax } = decodeVersions(payload)
    if (protocolVersion < versionMin || protocolVersion > versionMax) {
      throw versionError(`the agent speaks ${versionMin} to ${versionMax}, this edge speaks ${protocolVersion}`)
    }
    const { hello, windowBytes } = decodeHello(payload)
    this.peerWindowBytes = windowBytes
    this.#agreed = this.#known(hello.features)
    this.#next = 'welcome'
    return hello
  }

  receiveWelcome(payload: Buffer): { welcome: Welcome; receivedBytes: number } {
    const { welcome, windowBytes, receivedBytes } = decodeWelcome(payload)
    if (welcome.version !== protocolVersion) {
      throw versionError(`the edge chose ${welcome.version}, this agent speaks ${protocolVersion}`)
    }
    this.peerWindowBytes = windowBytes
    this.#next = 'nothing'
    return { welcome: { ...welcome, features: this.#known(welcome.features) }, receivedBytes }
  }

  /** Returns the other side's features that this side also has. */
  #known(features: readonly string[]): readonly string[] {
    return this.#features.filter((feature) => features.includes(feature))
  }

  /** Throws if a frame of this type may not arrive now. */
  checkOrder(type: FrameType): void {
    if (type === frameType.goAway) return
    const expected = type === frameType.hello ? 'hello' : type === frameType.welcome ? 'welcome' : 'nothing'
    if (this.#next !== expected) throw protocolError('expected HELLO, WELCOME, then other frames, in this order')
  }
}

function versionError(message: string): WireError {
  return new WireError('VERSION_UNSUPPORTED', `No common version of the protocol: ${message}. Update the older program`)
}
