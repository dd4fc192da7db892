import { formatCount } from '@culvert/schema/units'
import { statusAbandoned } from '../origin/exchange-observer.ts'
import type { AgentEvent, FailureTexts } from './events.ts'

/** The logo: an arch over a stream. */
export const mark = ['╭──╮', '┴≈≈┴'] as const

type Ready = Extract<AgentEvent, { event: 'ready' }>
type Finished = Extract<AgentEvent, { event: 'request' }>
type Stopped = Extract<AgentEvent, { event: 'stopped' }>
type TunnelFailed = Extract<AgentEvent, { event: 'tunnel-failed' }>

/** Returns external text without characters that could control a terminal: the control characters of ASCII and latin1. */
export function printable(text: string): string {
  return text.replaceAll(controls, ' ')
}

const controls = /[\0-\x1f\x7f-\x9f]/g

/** Does the same for a text of several lines, whose line ends and tabs stay. */
export function printableText(text: string): string {
  return text.replaceAll(/\r\n/g, '\n').replaceAll(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, ' ')
}

/** Returns names and values of what the user needs to know about an open tunnel. */
export function describeTunnel({
  publicUrl,
  forwardingTo,
  dashboardUrl,
  pool,
}: Ready): [name: string, value: string][] {
  return [
    ['Public URL', printable(publicUrl)],
    ['Forwards to', forwardingTo],
    ['Dashboard', dashboardUrl],
    ...(pool === true ? [['Pool', 'This agent shares its gateway with others'] satisfies [string, string]] : []),
  ]
}

/** Formats a refusal: what happened, why, and what to do. Each is a line, and there may be several reasons. */
export function describeFailure({ message, why, wayOut }: FailureTexts): string[] {
  return [message, ...why.split('\n'), wayOut].filter((line) => line !== '').map(printable)
}

/** Formats the same for a tunnel that ends before the command, on one line. It promises nothing of the others, which may end for the same reason. */
export function describeTunnelFailure(event: TunnelFailed): string {
  const { retryMs } = event
  const again = retryMs === null ? 'It is not opened again.' : `Trying again in ${retryMs / 1_000} s.`
  return [...describeFailure(event), again].join(' ')
}

/** Describes lines that a reader of the output has missed. */
export function describeLost(count: number): string {
  return `${formatCount(count, 'line')} left out, because the output was not read`
}

/** Describes why and when the agent tries again. */
export function describeReconnecting(reason: string, delayMs: number): string {
  const seconds = Math.ceil(delayMs / 1000)
  return `Reconnecting ${seconds === 0 ? 'now' : `in ${seconds} s`}: ${printable(reason)}`
}

/** Breaks text into lines of at most `width` columns, between words. A longer word, such as a URL, stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

/** Formats a count of bytes for people, 1024-based. */
export function formatBytes(bytes: number): string {
  let value = bytes
  for (const unit of ['B', 'KiB', 'MiB']) {
    if (value < 1024) return `${unit === 'B' ? value : value.toFixed(1)} ${unit}`
    value /= 1024
  }
  return `${value.toFixed(1)} GiB`
}

/** Formats a duration for a column: `3 ms`, `1.2 s`. */
export function formatDuration(durationMs: number): string {
  return durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`
}

/** Describes how long a request took, or when its visitor gave up: `3 ms`, `closed after 2.0 s`. */
export function describeEnd({ status, durationMs }: Pick<Finished, 'status' | 'durationMs'>): string {
  const duration = formatDuration(durationMs)
  return status === statusAbandoned ? `closed after ${duration}` : duration
}

/** Formats the last line of a command: its traffic, and for how long it ran. */
export function describeTotals({ requestCount, bytesIn, bytesOut, durationMs }: Stopped): string {
  return `Stopped after ${formatSpan(durationMs)}: ${formatCount(requestCount, 'request')}, ${formatBytes(bytesIn)} in, ${formatBytes(bytesOut)} out.`
}

/** Formats a longer time: `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatSpan(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
