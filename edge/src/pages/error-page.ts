import { describeLimit, limitFields } from '../limits/limit-state.ts'
import type { LimitState } from '../limits/limit-state.ts'
import { pageAnswer } from './answer.ts'
import type { Answer } from './answer.ts'
import { errorTexts } from './errors.ts'
import type { ErrorCode, Hop } from './errors.ts'
import { escapeHtml, htmlPage } from './layout.ts'
import { pickFormat } from './negotiate.ts'

/** What an error page needs to know of the request; absent parts when its head could not be read. */
export interface ErrorContext {
  accept: string
  hostname: string
  requestId: string
  /** The limit that the request met. */
  limit?: LimitState
}

/** The answer for an error, in the form that the visitor's program takes. */
export function errorAnswer(code: ErrorCode, { accept, hostname, requestId, limit }: ErrorContext): Answer {
  const { status, text: cause, title, retryAfterSeconds } = errorTexts[code]
  const text = limit === undefined ? cause : describeLimit(limit)
  const format = pickFormat(accept)
  const fields = ['X-Culvert-Error', code, 'X-Culvert-Request-Id', requestId]
  if (retryAfterSeconds !== undefined) fields.push('Retry-After', String(retryAfterSeconds))
  if (limit !== undefined) fields.push(...limitFields(limit))
  if (status === 405) fields.push('Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  if (status === 426) fields.push('Upgrade', 'culvert')
  switch (format) {
    case 'html':
      return pageAnswer(status, format, errorHtml(code, text, hostname, requestId), fields)
    case 'json':
      return pageAnswer(
        status,
        format,
        `${JSON.stringify({ error: { code, message: text, requestId, limit: limit && { ...limit, scope: 'account', remaining: 0 } } })}\n`,
        fields,
      )
    case 'text':
      return pageAnswer(status, format, `${title}. ${text}\n\n${code}\nRequest id: ${requestId}\n`, fields)
    default:
      return format satisfies never
  }
}

const hops: [Hop | 'visitor', string][] = [
  ['visitor', 'You'],
  ['edge', 'Culvert'],
  ['agent', 'Agent'],
  ['app', 'App'],
]

function errorHtml(code: ErrorCode, text: string, hostname: string, requestId: string): string {
  const { status, title, hint, command, stop } = errorTexts[code]
  const host = hostname === '' ? '' : `<p class="host">${escapeHtml(hostname)}</p>`
  const owner =
    hint === undefined
      ? ''
      : `<section class="owner"><h2>Is this your tunnel?</h2><p>${escapeHtml(hint)}</p>${
          command === undefined ? '' : `<code>${escapeHtml(command(hostname))}</code>`
        }</section>`
  return htmlPage({
    title,
    status: String(status),
    main: `<section>${host}<h1>${escapeHtml(title)}</h1><p class="text">${escapeHtml(text)}</p>${
      stop === undefined ? '' : wayHtml(stop)
    }</section>${owner}`,
    foot: `<dl><dt>Code</dt><dd>${code}</dd><dt>Request id</dt><dd>${escapeHtml(requestId)}</dd></dl>`,
  })
}

const icons = {
  ok: '<path d="m7 11.3 2.7 2.7 5.3-5.6"/>',
  stop: '<path d="m8 8 6 6m0-6-6 6"/>',
  unreached: '<path d="M8 11h6"/>',
}

/** The request's way as a row of stations: those that it passed, the one that stopped it, those that it never saw. */
function wayHtml(stop: { hop: Hop; word: string }): string {
  const stopAt = hops.findIndex(([hop]) => hop === stop.hop)
  const stations = hops.map(([, label], index) => {
    const state = index < stopAt ? 'ok' : index === stopAt ? 'stop' : 'unreached'
    const word = { ok: 'OK', stop: escapeHtml(stop.word), unreached: 'Not reached' }[state]
    return `<li class="${state}"><svg viewBox="0 0 22 22" width="22" height="22" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="11" cy="11" r="10"/>${icons[state]}</svg>${label}<span>${word}</span></li>`
  })
  return `<ol class="way" aria-label="The way of your request">${stations.join('')}</ol>`
}
