import type { RequestHead, StreamHandler } from '@culvert/wire'
import type { ExchangeObserver } from './exchange-observer.ts'
import type { ExchangeStream } from './exchange.ts'
import type { Refused } from '../rules/gate.ts'

/** Answers a visitor who may not reach the app, and takes what it still sends off the wire. */
export function refuseExchange(
  stream: ExchangeStream,
  request: RequestHead,
  { status, reason, fields, body }: Refused,
  observer: ExchangeObserver,
): StreamHandler {
  const content = Buffer.from(request.method === 'HEAD' ? '' : body)
  stream.sendHead(
    { status, reason, fields: [...fields, ['Content-Length', String(Buffer.byteLength(body))]] },
    content.length === 0,
  )
  if (content.length > 0) {
    stream.write(content)
    stream.end()
  }
  const outcome = {
    how: { kind: 'complete' as const },
    status,
    firstByteMs: 0,
    durationMs: 0,
    bytesIn: 0,
    bytesOut: content.length,
  }
  observer.begun?.(request)?.over(outcome)
  observer.over(request, outcome)
  return { onData: (chunk) => stream.consumed(chunk.length), onEnd() {}, onWritable() {}, onReset() {} }
}
