import { webPaths } from '@culvert/schema/web-paths'

/** A page that the server sends at once. A public page, such as `/`, may have to be rendered first, which takes seconds. */
export const promptPage = webPaths.admin

/** The API ends operations after 10 s: a connection that is silent for longer is dead. */
export const silenceMs = 15_000
/** Operations for which the API queries an agent, and the agent its app, take at most a minute. */
export const longTimeoutMs = 75_000
/** Requests that cost the server no work are answered sooner. */
export const shortTimeoutMs = 5_000
/** The most HTTP/1.1 connections that a browser keeps to one server. */
const connectionsMax = 6

/** Runs `fetch` with a time limit: a connection that a router forgot would stay silent forever. */
export function fetchInTime(
  input: RequestInfo | URL,
  init: RequestInit = {},
  withinMs: number = silenceMs,
): Promise<Response> {
  const silence = AbortSignal.timeout(withinMs)
  return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, silence]) : silence })
}

let closing: Promise<void> | undefined

/**
 * Closes the connections that have fallen silent. Called when one has: each of the others that the browser keeps would
 * otherwise hold a request for as long as a request may take. Tries all of them at once; those still silent once one has
 * answered, or after 5 s, are closed with their requests.
 */
export function closeSilentConnections(): void {
  closing ??= tryConnections().finally(() => {
    closing = undefined
  })
}

async function tryConnections(): Promise<void> {
  const end = new AbortController()
  const ask = () => fetchInTime(promptPage, { method: 'HEAD', cache: 'no-store', signal: end.signal }, shortTimeoutMs)
  await Promise.any(Array.from({ length: connectionsMax }, ask)).catch(() => undefined)
  end.abort()
}
