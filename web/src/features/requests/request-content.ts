import type { BodyDetail, FrameDetail, RequestDetail as ExchangeDetail } from '@culvert/agent/inspection'
import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'
import type { ContentEncoding, ContentState, FrameDirection, FrameKind } from '../../graphql/generated/graphql.ts'
import type { RequestDetail } from './request.ts'

const bodyFragment = graphql(`
  fragment RequestContentBody_Body on ContentBody {
    size
    isTruncated
    decodedFrom
    absence
    contentType
    encoding
    content
  }
`)

type ContentBody = ResultOf<typeof bodyFragment>

const contentFragment = graphql(`
  fragment RequestContent_Content on RequestContent {
    source
    target
    state
    failure
    requestFields {
      name
      value
    }
    requestBody {
      ...RequestContentBody_Body
    }
    status
    reason
    responseFields {
      name
      value
    }
    responseBody {
      ...RequestContentBody_Body
    }
    frames {
      direction
      atMs
      kind
      size
      isTruncated
      encoding
      content
    }
    framesDropped
    redacted
    webhook {
      provider
      isValid
      why
    }
    share {
      sharedBy
      sharedAt
      expiresAt
      viewerCanEnd
    }
  }
`)

/** The content of a request and its answer, as the API returns it. */
export type RequestContent = ResultOf<typeof contentFragment>

/** A copy that is kept for the account. */
export type RequestShare = NonNullable<RequestContent['share']>

const states: Record<ContentState, ExchangeDetail['state']> = {
  OPEN: 'open',
  COMPLETE: 'complete',
  ABANDONED: 'abandoned',
  FAILED: 'failed',
}
const encodings: Record<ContentEncoding, BodyDetail['encoding']> = { UTF8: 'utf8', BASE64: 'base64' }
const directions: Record<FrameDirection, FrameDetail['direction']> = { IN: 'in', OUT: 'out' }
const kinds: Record<FrameKind, FrameDetail['kind']> = {
  TEXT: 'text',
  BINARY: 'binary',
  PING: 'ping',
  PONG: 'pong',
  CLOSE: 'close',
  EVENT: 'event',
}

/** Returns a request with its content, in the form in which the agent would return it. */
export function toExchange(request: RequestDetail, content: RequestContent): ExchangeDetail {
  const { id, hostname, durationMs, firstByteMs, replayOf, visitorAddress } = request
  return {
    id,
    requestId: id,
    tunnel: hostname,
    host: hostname,
    startedAt: request.startedAt,
    kind: findKind(request, content),
    method: request.method,
    target: content.target,
    status: content.status,
    reason: content.reason,
    state: states[content.state],
    failure: content.failure ?? undefined,
    firstByteMs: firstByteMs ?? durationMs,
    durationMs,
    bytesIn: request.bytesIn,
    bytesOut: request.bytesOut,
    replayOf: replayOf ?? undefined,
    visitorAddress: visitorAddress ?? '',
    webhook: content.webhook ?? undefined,
    requestFields: content.requestFields.map(toField),
    requestBody: toBody(content.requestBody),
    responseFields: content.responseFields.map(toField),
    responseBody: toBody(content.responseBody),
    frames: content.frames.map(({ direction, kind, encoding, ...frame }) => ({
      ...frame,
      direction: directions[direction],
      kind: kinds[kind],
      encoding: encodings[encoding],
    })),
    framesDropped: content.framesDropped,
    redacted: content.redacted,
  }
}

function findKind({ status }: RequestDetail, { frames }: RequestContent): ExchangeDetail['kind'] {
  if (status === 101) return 'websocket'
  return frames.some(({ kind }) => kind === 'EVENT') ? 'events' : 'http'
}

function toField({ name, value }: RequestContent['requestFields'][number]) {
  return [name, value] as const
}

function toBody({ decodedFrom, absence, encoding, ...body }: ContentBody): BodyDetail {
  return {
    ...body,
    decodedFrom: decodedFrom ?? undefined,
    absence: absence ?? undefined,
    encoding: encodings[encoding],
  }
}
