import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The answer that the browser brought from the dashboard. */
export type CallbackResult = { code: string } | { denied: true }

/** A server on this machine that waits for the browser (RFC 8252, section 7.3). */
export interface Loopback {
  port: number
  /** Resolves once the browser arrives with the right state. */
  callback: Promise<CallbackResult>
  close(): void
}

/**
 * Opens a server that waits for the browser's return. Only a request that repeats `state` counts (RFC 6749, section 10.12), because any page can
 * send a browser to a port on its own machine.
 */
export async function openLoopback(state: string): Promise<Loopback> {
  const callback = Promise.withResolvers<CallbackResult>()
  const server = createServer((request, response) => {
    const result = readCallback(request, state)
    if (result === undefined) {
      answer(response, 400, 'This is not the sign-in that `culvert login` waits for.')
      return
    }
    answer(
      response,
      200,
      'denied' in result
        ? 'The sign-in was denied. You can close this page.'
        : 'You are signed in. You can close this page and go back to the terminal.',
    )
    callback.resolve(result)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A server on a port has an address.')
  return {
    port: address.port,
    callback: callback.promise,
    close() {
      server.close()
      // The page has been answered; a browser may keep its connection open.
      setTimeout(() => server.closeAllConnections(), 100).unref()
    },
  }
}

function readCallback({ method, url = '' }: IncomingMessage, state: string): CallbackResult | undefined {
  const parsed = URL.parse(url, 'http://127.0.0.1')
  if (method !== 'GET' || parsed?.pathname !== '/callback' || parsed.searchParams.get('state') !== state)
    return undefined
  if (parsed.searchParams.has('error')) return { denied: true }
  const code = parsed.searchParams.get('code')
  return code === null ? undefined : { code }
}

function answer(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      Connection: 'close',
    })
    .end(page(text))
}

function page(text: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Culvert</title>
<style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{display:grid;place-content:center;min-height:90vh;padding:1rem}</style>
<p>${text}</p></html>
`
}
