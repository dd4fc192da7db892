import type { Duplex } from 'node:stream'

/** One header field: name and value, as latin1 text without CR, LF or NUL. Order and repeats are kept. */
export type HeaderField = readonly [name: string, value: string]

/** What a visitor asks for: one HTTP exchange, or raw bytes once the agent has answered 101 (`upgrade`). */
export type VisitorKind = 'http' | 'upgrade'

/** What a stream carries after OPEN. `agent`: one exchange with the agent itself, which needs the feature `inspection`. */
export type StreamKind = VisitorKind | 'agent'

/** OPEN: a visitor's request head, from the edge to the agent. */
export interface RequestHead {
  kind: StreamKind
  method: string
  /** Origin form: path and query, starting with `/`; or `*`. */
  target: string
  /** End-to-end fields only, with `Host` first; framing fields never travel. */
  fields: readonly HeaderField[]
  /** The visitor's address as text, for example `203.0.113.7` or `2001:db8::1`. */
  visitorAddress: string
  /** The id by which error pages, logs and the dashboard identify the request. Empty if there is none, or without the feature `inspection`. */
  requestId: string
  /** Between edges, with the feature `hop`: the id of the agent and the hostname that the request is for, separated by a space. */
  tunnel?: string | undefined
  /** Whether other heads share its fields, so that they must never change, and values derived from them are kept. */
  isShared?: boolean
}

/** HEAD: a response head, from the agent to the edge. 1xx heads may come before the final one. */
export interface ResponseHead {
  status: number
  reason: string
  fields: readonly HeaderField[]
  /** Whether several heads share it, so that it must never change, and values derived from it are kept. */
  isShared?: boolean
}

/** Why a stream was reset. The numbers are in PROTOCOL.md. */
export type ResetCode =
  | 'CANCELLED' // the visitor or the local app went away
  | 'REFUSED' // nothing listens on the local port
  | 'ORIGIN_TIMEOUT'
  | 'ORIGIN_BAD_RESPONSE'
  | 'ORIGIN_CLOSED' // the local app closed before its answer was complete
  | 'FLOW_CONTROL'
  | 'INTERNAL'
  | 'ORIGIN_NOT_HTTP' // the program on the local port speaks another protocol
  | 'ORIGIN_NEEDS_TLS' // the local app accepts HTTPS only, and was reached over plain HTTP
  | 'AGENT_FULL' // the agent has as many connections to the local app as it is allowed
  | 'AGENT_LOST' // between edges: the agent's session was lost
  | 'AGENT_ABSENT' // no app has seen the stream: the agent left before it took it; between edges: no such agent serves the hostname there, or none in time
  | 'LINE_FULL' // no app has seen the stream: too many others wait to be sent to the agent, from this edge or between edges, or wait for it at its edge

/** Why a session ends. The numbers are in PROTOCOL.md. */
export type GoAwayCode =
  | 'SHUTDOWN' // the program stops; dial again
  | 'PROTOCOL_ERROR'
  | 'VERSION_UNSUPPORTED'
  | 'TICKET_INVALID'
  | 'TICKET_EXPIRED'
  | 'RESUME_UNKNOWN'
  | 'TIMEOUT' // no sign of life, a handshake that took too long, a side that does not read, or too much that is kept
  | 'STOPPED' // by its owner, from the dashboard
  | 'GATEWAY_DELETED'
  | 'AUTH_TOKEN_DELETED'
  | 'REPLACED' // another connection serves the hostname now

export interface GoAway {
  code: GoAwayCode
  /** One sentence for the person who reads the agent's screen. */
  message: string
  /** How long open streams may still take. */
  graceMs: number
}

/** HELLO: the agent's first message. */
export interface Hello {
  versionMin: number
  versionMax: number
  /** The program and version, for logs: `culvert/1.0.2 linux-x64`. */
  client: string
  /** The API's ticket; null if a resume token is shown instead. */
  ticket: string | null
  /** The resume token from the WELCOME of the lost connection; null at first. */
  resumeToken: string | null
  /** The session that will resume over the new connection; null for a new session. */
  resume: ResumePoint | null
  /** The agent's capabilities beyond the version; the edge ignores those that it does not know. */
  features: readonly string[]
}

/** A session, and how much of it one side has received. */
export interface ResumePoint {
  sessionId: string
  /** Bytes of counted frames that were received. */
  receivedBytes: number
}

/** WELCOME: the edge's answer to a HELLO that it accepts. */
export interface Welcome {
  version: number
  sessionId: string
  /** Admits a new connection for the same hostname within `holdMs` of a loss, without the API. */
  resumeToken: string
  holdMs: number
  /** How long the session and its streams wait for a new connection after a loss; 0: the session ends with its connection. */
  resumeMs: number
  hostname: string
  /** The agreed features: those of HELLO that the edge also has. */
  features: readonly string[]
  /** The process that answers; omitted if the edge is a single process. */
  process?: ProcessPosition | undefined
}

/** The position of a process among those of an edge. */
export interface ProcessPosition {
  /** From 0. */
  number: number
  count: number
}

/**
 * Called with events of a stream. A callback that throws loses its stream (INTERNAL). After a local `reset`, no
 * further callback is called.
 */
export interface StreamHandler {
  /** What logs call the one the stream is for, such as a visitor's address. */
  readonly bearerName?: string
  /** Edge only: called for a response head of the agent (1xx heads first). */
  onHead?(head: ResponseHead): void
  /**
   * Called with body or raw bytes, a view of memory that does not change until the consumer releases it. Call
   * `stream.consumed(chunk.length)` once the receiver's socket has taken them.
   */
  onData(chunk: Buffer): void
  /** Called when the other side's direction has ended; `trailers` is empty when there were none. */
  onEnd(trailers: readonly HeaderField[]): void
  /** Called after `write` returned false, once there is room again, or everything, including the end, has been sent. */
  onWritable(): void
  /**
   * Called when the stream is over: reset by the other side, lost with its session (`SESSION_LOST`), not taken before the other side left
   * (`AGENT_ABSENT`), or given up here because of what its owner sent or threw; in the last case it is called once that call has returned. No call
   * follows.
   */
  onReset(code: ResetCode | 'SESSION_LOST', message: string): void
  /**
   * Called when one of these callbacks threw. It must end what belongs to the stream, and never throw. `onReset` follows, unless it was the one
   * that threw. Without this callback the session's `onHandlerError` is called.
   */
  onFault?(error: unknown, place: string): void
}

/**
 * One exchange on a session. Calls that come too late are harmless. Sending what is not allowed (a field with CR, a second final
 * head, a body before its head) never throws: it gives up the stream on both sides, and `onReset` gives the reason.
 */
export interface WireStream {
  readonly id: number
  /** Bytes of body or raw data sent and received on this stream, without frame headers. */
  readonly bytesSent: number
  readonly bytesReceived: number
  /** The memory of what waits to be sent, and of what the owner has not taken, in bytes; 0 once the stream is over. */
  readonly keptBytes: number
  /** Undefined until `onOpen` has returned it. */
  readonly owner: StreamHandler | undefined
  /**
   * Agent only: sends a response head. `end` also closes this direction (no body). It goes out at the end of this
   * turn of the event loop, together with any body written by then.
   */
  sendHead(head: ResponseHead, end?: boolean): void
  /**
   * Sends bytes; they are queued if credit is short. The chunk must not change afterwards. False: stop until
   * `onWritable`; any `write` before that also returns false. True on a stream that is over, so that no caller waits for it.
   */
  write(chunk: Buffer): boolean
  /** Ends this direction after what is queued. */
  end(trailers?: readonly HeaderField[]): void
  /** Gives up both directions; queued bytes are dropped. Has no effect if the stream is already over. */
  reset(code: ResetCode, message: string): void
  /** Returns credit: the receiver's socket has taken this many bytes of `onData`. */
  consumed(bytes: number): void
  /** Returns all outstanding credit: the receiver's buffer is empty, so everything delivered by `onData` has been taken. */
  drained(): void
}

/** Called with events of a session. */
export interface SessionHandler {
  /**
   * Agent only: called for a visitor's request. `end` means that no body follows; the handler's `onEnd` is called for it too. Returns the handler of
   * the new stream.
   */
  onOpen?(stream: WireStream, head: RequestHead, end: boolean): StreamHandler
  /** Edge only: called with the first message. Answer with `welcome` or `goAway`. */
  onHello?(hello: Hello): void
  /** Agent only. */
  onWelcome?(welcome: Welcome): void
  /** Called when the other side is leaving; open streams may finish within `graceMs`. */
  onGoAway?(goAway: GoAway): void
  /**
   * Agent only: called when the edge asks the agent to move to another one. The session continues, new streams included, until either side leaves.
   * The message is one sentence for the person who reads the agent's screen.
   */
  onMove?(message: string): void
  /**
   * Called when the connection is lost. The session and its streams wait `resumeMs` of the WELCOME for the next one. Without this
   * callback the session ends with its connection.
   */
  onDetached?(error: Error): void
  /** Called when the session has resumed over another connection; no byte was lost. */
  onResumed?(): void
  /** Called when the session is over, after every open stream was told; exactly once. */
  onClose(error: Error | undefined): void
  /**
   * Called when a callback threw, and lost its stream (INTERNAL; `onReset` follows), or when the session itself met a fault, and is over
   * (`onClose` follows). Without this callback the error becomes a process warning.
   */
  onHandlerError?(error: unknown): void
}

export interface SessionOptions {
  role: 'edge' | 'agent'
  /** A stream's initial credit, in bytes. Default 256 KiB. */
  windowBytes?: number
  /** The maximum to which the receiver may double a stream's credit, in bytes. Default 4 MiB. */
  windowBytesMax?: number
  /** The maximum of all windows of the session together, beyond which none is doubled, in bytes. Default 64 MiB. */
  creditBytesMax?: number
  /** How long HELLO and WELCOME may take together. Default 10 s; then the session ends with TIMEOUT. */
  handshakeTimeoutMs?: number
  /** Silence after which a PING is sent. Default 10 s; three unanswered within the same time again end the session. */
  pingAfterMs?: number
  /** This side's capabilities beyond the version. Default none. */
  features?: readonly string[]
  /**
   * Whether the transport reads each chunk into memory that nothing else refers to, as sockets do. The memory is then returned when
   * every piece of it has been released; a piece that is not released is left to the collector. Default false.
   */
  freesChunks?: boolean
}

/** One tunnel: many streams over a duplex transport (a socket after the HTTP Upgrade), and over the next when that is lost. */
export interface WireSession {
  /** The id of the WELCOME; empty before that. */
  readonly id: string
  /** The agreed features; empty before WELCOME. */
  readonly features: readonly string[]
  /** Whether the session may resume over another connection. */
  readonly isResumable: boolean
  /** The last measured heartbeat round trip in milliseconds; undefined before the first. */
  readonly roundTripMs: number | undefined
  readonly openStreams: number
  /** Returns the streams that are not over. */
  listStreams(): readonly WireStream[]
  /**
   * The memory that the session keeps, in bytes: what the other side has not acknowledged or may not be sent yet, and what a
   * consumer here has not taken.
   */
  readonly keptBytes: number
  /** Whether `open` finds a session that takes streams: after WELCOME, connected, and before either side leaves. */
  readonly isOpen: boolean
  /**
   * Edge only, after `welcome`: opens a stream with a request head. `end` means that no body follows. A session that is
   * closing returns a stream too; its `onReset` says AGENT_ABSENT.
   */
  open(head: RequestHead, handler: StreamHandler, end?: boolean): WireStream
  /**
   * Agent only. `former` is a session that may resume over this transport. If the WELCOME has its id, it resumes, and this
   * session is over; otherwise the former ends and this one begins.
   */
  hello(hello: Omit<Hello, 'resume' | 'features'>, former?: WireSession): void
  /** Edge only. The session adds the agreed features. */
  welcome(welcome: Omit<Welcome, 'features'>): void
  /**
   * Edge only, instead of `welcome`: a resumable session that HELLO names resumes over this transport, and this
   * session is over. Returns false if HELLO counted bytes that the former did not send, and was refused.
   */
  resume(former: WireSession): boolean
  /**
   * Announces that this side is leaving: no new streams; the transport closes when the last stream has ended, or after `graceMs`.
   * May be called again, with less time.
   */
  goAway(goAway: GoAway): void
  /**
   * Edge only: asks the agent to open a session at another edge, while this one continues. Returns false if it cannot be asked: the session
   * takes no streams, or the feature `move` was not agreed.
   */
  move(message: string): boolean
  /** Sends a PING now, unless 16 are unanswered; resolves with the round trip in milliseconds, rejects if the session closes first. */
  ping(): Promise<number>
  /** Considers the connection lost unless the other side answers a PING within this time. */
  probe(deadlineMs: number): void
  /** Closes the transport at once, without telling the other side. `onClose` gets the error. */
  destroy(error?: Error): void
}

/**
 * The type of `createSession(transport, options, handler)`, with which a session begins. The transport belongs to the
 * session from then on; bytes that were read after the HTTP Upgrade are first put back with `transport.unshift`, and a
 * socket needs `setNoDelay(true)`, because frames are gathered here.
 */
export type CreateSession = (transport: Duplex, options: SessionOptions, handler: SessionHandler) => WireSession
