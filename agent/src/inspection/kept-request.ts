import { decodeText } from './charset.ts'
import type { BodyDetail, Field, FrameDetail, RequestDetail, RequestSummary } from './api-types.ts'

/** A body in the form that is kept: redacted, and without its Content-Encoding. */
export interface KeptBody extends Omit<BodyDetail, 'content' | 'encoding'> {
  bytes: Buffer
  isText: boolean
  /** The charset of `bytes` if they are text. */
  charset: string
}

export interface KeptFrame extends Omit<FrameDetail, 'content' | 'encoding'> {
  bytes: Buffer
}

/** A request in the ring. Nothing is stored in it before it has been redacted. */
export interface KeptRequest {
  /** Increases in the order in which requests arrived. */
  readonly sequence: number
  readonly summary: RequestSummary
  readonly host: string
  readonly visitorAddress: string
  readonly requestFields: readonly Field[]
  requestBody: KeptBody
  reason: string
  responseFields: readonly Field[]
  responseBody: KeptBody
  frames: KeptFrame[]
  framesDropped: number
  readonly redacted: Set<string>
  /** The bytes of the ring that it occupies. */
  reserved: number
}

export const noBody: KeptBody = {
  size: 0,
  isTruncated: false,
  decodedFrom: undefined,
  absence: undefined,
  contentType: '',
  bytes: Buffer.alloc(0),
  isText: true,
  charset: 'utf-8',
}

/** Returns a request in the form sent to the screen. */
export function toDetail(request: KeptRequest): RequestDetail {
  const { summary, host, visitorAddress, requestFields, reason, responseFields, framesDropped } = request
  return {
    ...summary,
    host,
    visitorAddress,
    requestFields,
    requestBody: toBodyDetail(request.requestBody),
    reason,
    responseFields,
    responseBody: toBodyDetail(request.responseBody),
    frames: request.frames.map(({ bytes, ...frame }) => {
      const isText = frame.kind !== 'binary'
      return { ...frame, ...toContent(bytes, isText) }
    }),
    framesDropped,
    redacted: [...request.redacted],
  }
}

function toBodyDetail({ bytes, isText, charset, ...body }: KeptBody): BodyDetail {
  return { ...body, ...toContent(bytes, isText, charset) }
}

function toContent(bytes: Buffer, isText: boolean, charset = 'utf-8'): Pick<BodyDetail, 'content' | 'encoding'> {
  return isText
    ? { encoding: 'utf8', content: decodeText(bytes, charset) }
    : { encoding: 'base64', content: bytes.toString('base64') }
}
