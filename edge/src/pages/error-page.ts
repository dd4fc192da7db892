import type { ErrorCode } from '../error-code.ts'
import { type LimitState, describeLimit, limitFields } from './limit-state.ts'
import { agentCommandHtml, escapeHtml, htmlPage } from './layout.ts'
import { type Answer, pageAnswer } from './answer.ts'
import { type Hop, errorTexts } from './errors.ts'
import { pickFormat } from './negotiate.ts'

/** The facts about the request that an error page needs; parts are missing if its head could not be read. */
export interface ErrorContext {
  accept: string
  hostname: string
  requestId: string
  /** Empty if unknown. */
  method?: string
  /** Returns a link to where the tunnel's owner can learn more; called only for a page that shows it. */
  findOwnerUrl?: () => string
  /** The value of the agent's `--server`. */
  serverUrl: string
  /** The limit that the request exceeded. */
  limit?: LimitState
  /** The agent's explanation, a clause, for pages that show it. */
  detail?: string
}

/** Makes the answer for an error, in a format that the visitor's program accepts. */
export function errorAnswer(code: ErrorCode, context: ErrorContext): Answer {
  const { accept, requestId, limit, detail } = context
  const { status, text: cause, title, retryAfterSeconds, showsDetail } = errorTexts[code]
  const text =
    limit !== undefined ? describeLimit(limit) : showsDetail && detail ? `${cause} ${asSentence(detail)}` : cause
  const format = pickFormat(accept)
  const fields = ['X-Culvert-Error', code, 'X-Culvert-Request-Id', requestId]
  if (retryAfterSeconds !== undefined) fields.push('Retry-After', String(retryAfterSeconds))
  if (limit !== undefined) fields.push(...limitFields(limit))
  if (status === 405) fields.push('Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  if (status === 426) fields.push('Upgrade', 'culvert')
  switch (format) {
    case 'html':
      return pageAnswer(status, format, errorHtml(code, text, context), fields)
    case 'json':
      return pageAnswer(
        status,
        format,
        `${JSON.stringify({ error: { code, message: text, requestId, limit: limit && { ...limit, remaining: 0 } } })}\n`,
        fields,
      )
    case 'text':
      return pageAnswer(status, format, `${title}. ${text}\n\n${code}\nRequest id: ${requestId}\n`, fields)
    default:
      return format satisfies never
  }
}

/** Turns a clause into a sentence; it comes from an agent, which may send anything, or from the operator. */
function asSentence(clause: string): string {
  const text = clause.replaceAll(/\p{C}/gu, ' ').trim()
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}

const hops: [Hop | 'visitor', string][] = [
  ['visitor', 'You'],
  ['edge', 'Culvert'],
  ['agent', 'Agent'],
  ['app', 'App'],
]

function errorHtml(code: ErrorCode, text: string, context: ErrorContext): string {
  const { status, title, stop } = errorTexts[code]
  const { hostname, requestId } = context
  const host = hostname === '' ? '' : `<p class="host">${escapeHtml(hostname)}</p>`
  const way = stop === undefined ? '' : hopsHtml(stop)
  return htmlPage({
    title,
    status: String(status),
    main: `<section>${host}<h1>${escapeHtml(title)}</h1><p class="text">${escapeHtml(text)}</p>${way}${actionsHtml(code, context)}</section>${hintHtml(code, context)}`,
    foot: `<footer><dl><dt>Code</dt><dd>${code}</dd><dt>Request id</dt><dd>${escapeHtml(requestId)}</dd></dl></footer>`,
  })
}

/** Returns the reader's actions: try again, or, as the owner, see the details. */
function actionsHtml(code: ErrorCode, { method, findOwnerUrl }: ErrorContext): string {
  const { status, hasDetails } = errorTexts[code]
  // An empty reference leads to the same address; only a GET can be repeated by a link.
  const isWorthTrying = method === 'GET' && (status >= 500 || status === 429)
  const retry = isWorthTrying ? '<a class="button" href="">Try again</a>' : ''
  const owner =
    hasDetails && findOwnerUrl !== undefined
      ? `<a class="details" href="${escapeHtml(findOwnerUrl())}">Is this yours? See cause and fix</a>`
      : ''
  return retry === '' && owner === '' ? '' : `<p class="actions">${retry}${owner}</p>`
}

function hintHtml(code: ErrorCode, { serverUrl }: ErrorContext): string {
  const { hint } = errorTexts[code]
  if (hint === undefined) return ''
  return `<section class="owner"><h2>Is this your tunnel?</h2><p>${escapeHtml(hint)}</p>${agentCommandHtml(serverUrl)}</section>`
}

const icons = {
  ok: '<path d="m7 11.3 2.7 2.7 5.3-5.6"/>',
  stop: '<path d="m8 8 6 6m0-6-6 6"/>',
  unreached: '<path d="M8 11h6"/>',
}

/** Returns the request's path as a row of stations: those that it passed, the one that stopped it, those that it never reached. */
function hopsHtml(stop: { hop: Hop; word: string }): string {
  const stopAt = hops.findIndex(([hop]) => hop === stop.hop)
  const stations = hops.map(([, label], index) => {
    const state = index < stopAt ? 'ok' : index === stopAt ? 'stop' : 'unreached'
    const word = { ok: 'OK', stop: escapeHtml(stop.word), unreached: 'Not reached' }[state]
    return `<li class="${state}"><svg viewBox="0 0 22 22" width="22" height="22" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="11" cy="11" r="10"/>${icons[state]}</svg>${label}<span>${word}</span></li>`
  })
  return `<ol class="way" aria-label="The path of your request">${stations.join('')}</ol>`
}
