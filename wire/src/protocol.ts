import type { GoAwayCode, ResetCode, StreamKind } from './types.ts'

/** The version of the protocol in this package, as PROTOCOL.md specifies it. */
export const protocolVersion = 1

/** Bytes before every payload: length u24, type u8, stream u32. */
export const headerBytes = 8

/** The largest payload of any frame, in bytes. */
export const payloadBytesMax = 64 * 1024

/** Bit 7 of the type byte: the sender's direction of the stream ends with this frame. */
export const endFlag = 0x80

/** Credit has 31 bits, so that the sum of two always fits a u32. */
export const creditBytesLimit = 2 ** 31 - 1

/** The greatest stream id; the edge sends GOAWAY once it has used it. */
export const streamIdMax = 2 ** 32 - 1

/** The text of RST and GOAWAY is cut to this many bytes of UTF-8. */
export const reasonBytesMax = 1024

/** How many 1xx heads a stream may have. */
export const interimHeadsMax = 100

/** Frame types by their number on the wire. */
export const frameType = {
  hello: 1,
  welcome: 2,
  open: 3,
  head: 4,
  data: 5,
  trailers: 6,
  window: 7,
  reset: 8,
  ping: 9,
  pong: 10,
  goAway: 11,
  ack: 12,
  move: 13,
} as const

/** A number of `frameType`. */
export type FrameType = (typeof frameType)[keyof typeof frameType]

/** The rules for every frame of a type, regardless of its payload. */
export interface FrameRule {
  type: FrameType
  /** Its name in PROTOCOL.md and in error messages. */
  name: string
  bytesMin: number
  bytesMax: number
  /** Session frames carry stream 0, stream frames any other. */
  scope: 'session' | 'stream'
  end: 'never' | 'maybe' | 'always'
  sender: 'edge' | 'agent' | 'both'
  /** Whether the frame belongs to the session, and is delivered even if its connection breaks; other frames belong to one connection. */
  isCounted: boolean
}

const rules: readonly FrameRule[] = [
  {
    type: frameType.hello,
    name: 'HELLO',
    bytesMin: 2,
    bytesMax: payloadBytesMax,
    scope: 'session',
    end: 'never',
    sender: 'agent',
    isCounted: false,
  },
  {
    type: frameType.welcome,
    name: 'WELCOME',
    bytesMin: 21,
    bytesMax: payloadBytesMax,
    scope: 'session',
    end: 'never',
    sender: 'edge',
    isCounted: false,
  },
  {
    type: frameType.open,
    name: 'OPEN',
    bytesMin: 1,
    bytesMax: payloadBytesMax,
    scope: 'stream',
    end: 'maybe',
    sender: 'edge',
    isCounted: true,
  },
  {
    type: frameType.head,
    name: 'HEAD',
    bytesMin: 1,
    bytesMax: payloadBytesMax,
    scope: 'stream',
    end: 'maybe',
    sender: 'agent',
    isCounted: true,
  },
  {
    type: frameType.data,
    name: 'DATA',
    bytesMin: 0,
    bytesMax: payloadBytesMax,
    scope: 'stream',
    end: 'maybe',
    sender: 'both',
    isCounted: true,
  },
  {
    type: frameType.trailers,
    name: 'TRAILERS',
    bytesMin: 1,
    bytesMax: payloadBytesMax,
    scope: 'stream',
    end: 'always',
    sender: 'both',
    isCounted: true,
  },
  {
    type: frameType.window,
    name: 'WINDOW',
    bytesMin: 4,
    bytesMax: 4,
    scope: 'stream',
    end: 'never',
    sender: 'both',
    isCounted: true,
  },
  {
    type: frameType.reset,
    name: 'RST',
    bytesMin: 2,
    bytesMax: 2 + reasonBytesMax,
    scope: 'stream',
    end: 'never',
    sender: 'both',
    isCounted: true,
  },
  {
    type: frameType.ping,
    name: 'PING',
    bytesMin: 8,
    bytesMax: 8,
    scope: 'session',
    end: 'never',
    sender: 'both',
    isCounted: false,
  },
  {
    type: frameType.pong,
    name: 'PONG',
    bytesMin: 8,
    bytesMax: 8,
    scope: 'session',
    end: 'never',
    sender: 'both',
    isCounted: false,
  },
  {
    type: frameType.goAway,
    name: 'GOAWAY',
    bytesMin: 10,
    bytesMax: 10 + reasonBytesMax,
    scope: 'session',
    end: 'never',
    sender: 'both',
    isCounted: true,
  },
  {
    type: frameType.ack,
    name: 'ACK',
    bytesMin: 8,
    bytesMax: 8,
    scope: 'session',
    end: 'never',
    sender: 'both',
    isCounted: false,
  },
  {
    type: frameType.move,
    name: 'MOVE',
    bytesMin: 0,
    bytesMax: reasonBytesMax,
    scope: 'session',
    end: 'never',
    sender: 'edge',
    isCounted: true,
  },
]

/** The rule of each frame type, at the index of its number. */
export const frameRules: readonly (FrameRule | undefined)[] = Array.from({ length: endFlag }, (_, type) =>
  rules.find((rule) => rule.type === type),
)

/** RST codes by their number on the wire. */
export const resetCodes: Readonly<Record<ResetCode, number>> = {
  CANCELLED: 1,
  REFUSED: 2,
  ORIGIN_TIMEOUT: 3,
  ORIGIN_BAD_RESPONSE: 4,
  ORIGIN_CLOSED: 5,
  FLOW_CONTROL: 6,
  INTERNAL: 7,
  ORIGIN_NOT_HTTP: 8,
  ORIGIN_NEEDS_TLS: 9,
  AGENT_FULL: 10,
  AGENT_LOST: 11,
  AGENT_ABSENT: 12,
  LINE_FULL: 13,
}

/** GOAWAY codes by their number on the wire. */
export const goAwayCodes: Readonly<Record<GoAwayCode, number>> = {
  SHUTDOWN: 1,
  PROTOCOL_ERROR: 2,
  VERSION_UNSUPPORTED: 3,
  TICKET_INVALID: 4,
  TICKET_EXPIRED: 5,
  RESUME_UNKNOWN: 6,
  TIMEOUT: 7,
  STOPPED: 8,
  GATEWAY_DELETED: 9,
  AUTH_TOKEN_DELETED: 10,
  REPLACED: 11,
}

/** The values of `kind` in an OPEN frame; the last needs `inspectionFeature`. */
export const streamKinds: readonly StreamKind[] = ['http', 'upgrade', 'agent']

/** The feature with which requests have ids, and streams may be for the agent itself. */
export const inspectionFeature = 'inspection'

/** The feature of sessions between edges, in which OPEN names the agent that it is for. No agent has it. */
export const hopFeature = 'hop'

/** The feature with which an edge may ask its agent to open a session at another edge while this session continues. */
export const moveFeature = 'move'
