import type { HeaderField, RequestHead } from '@culvert/wire'
import type { ParsedHead } from '../net/response-head.ts'
import type { ExchangeTap, Outcome } from '../origin/exchange-observer.ts'
import type { SkipReason } from './api-types.ts'
import { BodyBuffer } from './body-buffer.ts'
import { EventStreamReader } from './event-stream-reader.ts'
import type { FrameReader, RawFrame } from './frame.ts'
import { findField, keepBody, redactForm } from './keep-body.ts'
import type { KeptBody, KeptRequest } from './kept-request.ts'
import { noBody } from './kept-request.ts'
import { redactFields } from './redact-fields.ts'
import { redactUrl } from './redact-pairs.ts'
import type { Note } from './redact-text.ts'
import type { Ring } from './ring.ts'
import { WebSocketReader } from './websocket-reader.ts'
import type { WorkQueue } from './work-queue.ts'

/** The host shared by all taps. */
export interface RecordingHost {
  readonly ring: Ring
  readonly work: WorkQueue
  readonly bodyBytesMax: number
  readonly keepsSecrets: boolean
  /** Counts a request that is not kept. */
  skip(reason: SkipReason): void
  /** Called by a tap at the end of its request. */
  ended(tap: RecordingTap): void
  checkWebhook(request: RequestHead, body: Buffer, isTruncated: boolean): KeptRequest['summary']['webhook']
}

/** A request's relation to the one it repeats. */
export interface Replay {
  replayOf: string
  /** Called once it has ended; with undefined if there was no room to keep it. */
  onKept(request: KeptRequest | undefined): void
}

/** The approximate size of a record without its texts and bodies. */
const recordBytes = 1_024
/** How many messages are kept of one stream, and how many bytes of them. */
const framesMax = 1_000
const frameBytesMaxOfStream = 2_097_152

/**
 * Follows one request. While it runs, bytes are only copied; reading them waits in the queue. Nothing enters the ring before
 * its secrets have been removed.
 */
export class RecordingTap implements ExchangeTap {
  readonly startedMs = performance.now()
  readonly #startedAt = Date.now()
  readonly #recorder: RecordingHost
  readonly #tunnel: string
  readonly #request: RequestHead
  readonly #id: string
  readonly #sequence: number
  readonly #replay: Replay | undefined
  readonly #requestBody: BodyBuffer
  readonly #responseBody: BodyBuffer
  #head: Readonly<ParsedHead> | undefined
  #firstByteMs = 0
  #readers: { in: FrameReader | undefined; out: FrameReader } | undefined
  /** The bytes that are reserved for the heads. */
  #headBytes = 0
  #frameBytes = 0
  #isFrameLost = false
  #kept: KeptRequest | undefined
  #isOver = false

  constructor(
    recorder: RecordingHost,
    tunnel: string,
    request: RequestHead,
    prefix: string,
    sequence: number,
    replay: Replay | undefined,
  ) {
    this.#recorder = recorder
    this.#tunnel = tunnel
    this.#request = request
    this.#id = `${prefix}-${sequence}`
    this.#sequence = sequence
    this.#replay = replay
    this.#requestBody = new BodyBuffer(recorder.ring, recorder.bodyBytesMax)
    this.#responseBody = new BodyBuffer(recorder.ring, recorder.bodyBytesMax)
  }

  requestData(chunk: Buffer): void {
    if (this.#readers?.in === undefined) this.#requestBody.add(chunk)
    else this.#follow('in', this.#readers.in, chunk)
  }

  responseHead(head: Readonly<ParsedHead>): void {
    if (head.status < 200 && head.status !== 101) return
    this.#head = head
    this.#firstByteMs = performance.now() - this.startedMs
    if (head.status === 101) {
      const isWebSocket = findField(head.fields, 'upgrade')?.toLowerCase() === 'websocket'
      if (isWebSocket) this.#readers = { in: new WebSocketReader(), out: new WebSocketReader() }
    } else if (head.isEventStream && findField(head.fields, 'content-encoding') === undefined) {
      this.#readers = { in: undefined, out: new EventStreamReader() }
    }
    if (this.#readers !== undefined) this.#recorder.work.add(() => this.list())
  }

  responseData(chunk: Buffer): void {
    if (this.#readers === undefined) this.#responseBody.add(chunk)
    else this.#follow('out', this.#readers.out, chunk)
  }

  over(outcome: Outcome): void {
    this.#isOver = true
    this.#recorder.ended(this)
    this.#recorder.work.add(async () => {
      try {
        await this.#finish(outcome)
      } catch (error) {
        this.#giveUp()
        throw error
      }
    })
  }

  /** Lists the request as open, if it has not ended. */
  list(): void {
    const isListed = this.#kept?.summary.status === (this.#head?.status ?? 0)
    if (this.#isOver || isListed) return
    this.#kept = this.#keepHeads()
    if (this.#kept !== undefined) this.#recorder.ring.publish(this.#kept)
  }

  /** Reads the messages of a chunk later. A chunk for which there is no room is lost, and so are the messages after it. */
  #follow(direction: 'in' | 'out', reader: FrameReader, chunk: Buffer): void {
    const { work, ring } = this.#recorder
    if (this.#isFrameLost || work.isFull || !ring.reserve(chunk.length)) {
      this.#isFrameLost = true
      if (this.#kept !== undefined) this.#kept.framesDropped += 1
      return
    }
    const copy = Buffer.from(chunk)
    const atMs = performance.now() - this.startedMs
    work.add(async () => {
      try {
        for (const frame of await reader.read(copy)) this.#keepFrame(direction, frame, atMs)
      } finally {
        ring.release(copy.length)
      }
    })
  }

  #keepFrame(direction: 'in' | 'out', frame: RawFrame, atMs: number): void {
    this.list()
    const kept = this.#kept ?? (this.#kept = this.#keepHeads())
    if (kept === undefined) return
    if (kept.frames.length === framesMax) {
      kept.framesDropped += 1
      return
    }
    const note = this.#noteFor(kept.redacted, direction === 'in' ? 'message from the visitor' : 'message from the app')
    const isText = frame.kind === 'text' || frame.kind === 'event'
    const bytes = isText && note !== undefined ? redactFrame(frame, note) : frame.bytes
    const hasRoom = this.#frameBytes + bytes.length <= frameBytesMaxOfStream
    if (!hasRoom || !this.#reserve(kept, bytes.length + frameOverhead)) {
      kept.framesDropped += 1
      return
    }
    this.#frameBytes += bytes.length
    kept.frames.push({ ...frame, direction, atMs: Math.round(atMs), bytes })
    if (!this.#isOver) this.#recorder.ring.publish(kept)
  }

  /** Redacts the heads, and reserves room for them. If there is none for that of the answer, it is left out; if there is none at all, returns undefined. */
  #keepHeads(): KeptRequest | undefined {
    const { method, target, fields, visitorAddress, requestId } = this.#request
    const redacted = this.#kept?.redacted ?? new Set<string>()
    const responseFields = this.#head?.fields ?? []
    const kept: KeptRequest = {
      sequence: this.#sequence,
      summary: {
        id: this.#id,
        requestId: requestId === '' ? undefined : requestId,
        tunnel: this.#tunnel,
        startedAt: new Date(this.#startedAt).toISOString(),
        kind: this.#kind,
        method,
        target: this.#redactUrl(target, redacted),
        status: this.#head?.status ?? 0,
        state: 'open',
        failure: undefined,
        firstByteMs: toTenths(this.#firstByteMs),
        durationMs: toTenths(performance.now() - this.startedMs),
        bytesIn: 0,
        bytesOut: 0,
        replayOf: this.#replay?.replayOf,
        webhook: undefined,
      },
      host: findField(fields, 'host') ?? '',
      visitorAddress,
      requestFields: this.#redactFields(fields, 'request header', redacted),
      requestBody: noBody,
      reason: this.#head?.reason ?? '',
      responseFields: this.#redactFields(responseFields, 'response header', redacted),
      responseBody: noBody,
      frames: this.#kept?.frames ?? [],
      framesDropped: this.#kept?.framesDropped ?? 0,
      redacted,
      reserved: this.#kept?.reserved ?? 0,
    }
    const bytes = recordBytes + target.length + lengthOf(fields) + kept.reason.length + lengthOf(responseFields)
    if (this.#reserve(kept, bytes - this.#headBytes)) {
      this.#headBytes = bytes
      return kept
    }
    return this.#kept === undefined ? undefined : { ...kept, reason: '', responseFields: [] }
  }

  async #finish(outcome: Outcome): Promise<void> {
    const { how } = outcome
    const kept = this.#keepHeads()
    if (kept === undefined) {
      this.#requestBody.release()
      this.#responseBody.release()
      this.#recorder.skip('full')
      this.#replay?.onKept(undefined)
      return
    }
    this.#kept = kept
    Object.assign(kept.summary, {
      state: how.kind,
      failure: how.kind === 'failed' ? how.message : undefined,
      status: outcome.status,
      firstByteMs: toTenths(outcome.firstByteMs),
      durationMs: toTenths(outcome.durationMs),
      bytesIn: outcome.bytesIn,
      bytesOut: outcome.bytesOut,
    })
    if (this.#isFrameLost) kept.framesDropped = Math.max(kept.framesDropped, 1)
    kept.requestBody = await this.#keepBody(kept, this.#requestBody, this.#request.fields, 'request body', (bytes) => {
      kept.summary.webhook = this.#recorder.checkWebhook(this.#request, bytes, this.#requestBody.isTruncated)
    })
    kept.responseBody = await this.#keepBody(kept, this.#responseBody, this.#head?.fields ?? [], 'response body')
    this.#recorder.ring.publish(kept)
    this.#replay?.onKept(kept)
  }

  /** Discards the request, because part of it could not be read. */
  #giveUp(): void {
    this.#requestBody.release()
    this.#responseBody.release()
    if (this.#kept !== undefined) this.#recorder.ring.drop(this.#kept)
    this.#replay?.onKept(undefined)
  }

  async #keepBody(
    kept: KeptRequest,
    buffer: BodyBuffer,
    fields: readonly HeaderField[],
    where: string,
    check: (bytes: Buffer) => void = () => {},
  ): Promise<KeptBody> {
    const { size, isTruncated } = buffer
    const bytes = buffer.take()
    check(bytes)
    const note = this.#noteFor(kept.redacted, where)
    const body = await keepBody({ bytes, size, isTruncated, fields }, this.#recorder.bodyBytesMax, note)
    buffer.release()
    if (this.#reserve(kept, body.bytes.length)) return body
    return { ...body, bytes: noBody.bytes, absence: 'There was no room for it: too many requests were open.' }
  }

  get #kind(): KeptRequest['summary']['kind'] {
    if (this.#request.kind === 'upgrade') return 'websocket'
    return this.#head?.isEventStream === true ? 'events' : 'http'
  }

  #reserve(kept: KeptRequest, bytes: number): boolean {
    if (!this.#recorder.ring.reserve(bytes)) return false
    kept.reserved += bytes
    return true
  }

  #noteFor(redacted: Set<string>, where: string): Note | undefined {
    if (this.#recorder.keepsSecrets) return undefined
    return (name) => redacted.size < redactedMax && redacted.add(`${where}: ${name}`)
  }

  #redactUrl(target: string, redacted: Set<string>): string {
    const note = this.#noteFor(redacted, 'query')
    return note === undefined ? target : redactUrl(target, note)
  }

  #redactFields(fields: readonly HeaderField[], where: string, redacted: Set<string>): readonly HeaderField[] {
    const note = this.#noteFor(redacted, where)
    return note === undefined ? fields : redactFields(fields, note)
  }
}

/** The approximate size of a message without its bytes. */
const frameOverhead = 128
/** How many places of secrets are named; more would not be informative. */
const redactedMax = 100

function redactFrame({ bytes, kind }: RawFrame, note: Note): Buffer {
  const text = bytes.toString('utf8')
  if (kind === 'text') return Buffer.from(redactForm(text, 'text', note))
  // Each line of an event has its own `data:`.
  const lines = text.split(/\r\n|\n|\r/).map((line) => {
    const data = /^data: ?/.exec(line)?.[0]
    return data === undefined
      ? redactForm(line, 'text', note)
      : data + redactForm(line.slice(data.length), 'text', note)
  })
  return Buffer.from(lines.join('\n'))
}

/** Rounds milliseconds to a precision that is useful in JSON. */
const toTenths = (ms: number) => Math.round(ms * 10) / 10

function lengthOf(fields: readonly HeaderField[]): number {
  let length = 0
  for (const [name, value] of fields) length += name.length + value.length
  return length
}
