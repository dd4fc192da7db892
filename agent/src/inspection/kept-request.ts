import type { BodyDetail, Field, FrameDetail, RequestDetail, RequestSummary } from './api-types.ts'

/** A body in the form that is kept: redacted, and without its Content-Encoding. */
export interface KeptBody extends Omit<BodyDetail, 'content' | 'encoding'> {
  bytes: Buffer
  isText: boolean
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

function toBodyDetail({ bytes, isText, ...body }: KeptBody): BodyDetail {
  return { ...body, ...toContent(bytes, isText) }
}

function toContent(bytes: Buffer, isText: boolean): Pick<BodyDetail, 'content' | 'encoding'> {
  return isText
    ? { encoding: 'utf8', content: bytes.toString('utf8') }
    : { encoding: 'base64', content: bytes.toString('base64') }
}
