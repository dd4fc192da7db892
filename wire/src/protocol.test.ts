import { describe, expect, it } from 'vitest'
import { frameType, goAwayCodes, headerBytes, payloadBytesMax, protocolVersion, resetCodes } from './protocol.ts'

// Deployed agents use these numbers for years: changing one requires a new version of the protocol.
describe('version 1 of the protocol', () => {
  it('keeps its number, the size of its header and its largest payload', () => {
    expect({ protocolVersion, headerBytes, payloadBytesMax }).toEqual({
      protocolVersion: 1,
      headerBytes: 8,
      payloadBytesMax: 65_536,
    })
  })

  it('keeps its frame types', () => {
    expect(frameType).toEqual({
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
    })
  })

  it('keeps its reasons for RST', () => {
    expect(resetCodes).toEqual({
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
    })
  })

  it('keeps its reasons for GOAWAY', () => {
    expect(goAwayCodes).toEqual({
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
    })
  })
})
