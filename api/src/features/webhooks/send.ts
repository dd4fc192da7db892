import type { App } from '../../platform/app.ts'
import { sendOutgoing, describeOutgoingFault, type Guard } from '../../platform/public-side/outgoing.ts'
import { version } from '../site/service.ts'
import { mayReach, notReachable } from './rules.ts'

/** The outcome of an attempt. */
export interface Outcome {
  /** Null if no answer came. */
  status: number | null
  /** Why it failed, in a sentence; null if it did not. */
  fault: string | null
  durationMs: number
  /** The beginning of the answer; null if none came. */
  answer: string | null
  /** How long the receiver asks to be left alone; undefined when it does not. */
  retryAfterMs: number | undefined
}

/** How much of an answer is read. */
const answerBytesMax = 1_024

/** Sends a body to a webhook's receiver. Never rejects: what went wrong is an outcome. */
export async function send(app: App, to: string, headers: Record<string, string>, body: string): Promise<Outcome> {
  const startedAt = performance.now()
  const passedMs = () => Math.round(performance.now() - startedAt)
  try {
    const url = new URL(to)
    const answer = await sendOutgoing(guard(app, url), url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `Culvert/${version}`, ...headers },
      body: Buffer.from(body),
      timeoutMs: app.config.webhooks.timeoutMs,
      bytesMax: answerBytesMax,
    })
    const { status } = answer
    return {
      status,
      fault: status >= 200 && status < 300 ? null : describeStatus(status),
      durationMs: passedMs(),
      answer: toText(answer.body),
      retryAfterMs: readRetryAfter(answer.headers['retry-after'], app.clock.now()),
    }
  } catch (error) {
    return {
      status: null,
      fault: describeOutgoingFault(error),
      durationMs: passedMs(),
      answer: null,
      retryAfterMs: undefined,
    }
  }
}

/** Returns the guard of a request: only addresses that `mayReach` allows. */
function guard({ config, dns }: App, url: URL): Guard {
  return { dns, mayReach: (address) => mayReach(address, url, config), describeRefusal: notReachable }
}

function describeStatus(status: number): string {
  if (status === 410) return 'It answered 410 Gone, which means that it wants no more requests.'
  if (status >= 300 && status < 400)
    return `It answered ${status}, a redirect, which is not followed. Set the URL that it leads to.`
  return `It answered ${status}, which is not a success.`
}

/** Parses Retry-After (RFC 9110, section 10.2.3). */
function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Converts an answer to text that can be stored. */
function toText(bytes: Buffer): string {
  return bytes.toString('utf8').replaceAll('\0', '\uFFFD')
}
