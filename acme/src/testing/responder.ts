import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { createSecureContext, createServer as createTlsServer } from 'node:tls'
import type { ValidationTarget } from './validation.ts'

/** Serves answers to challenges on loopback, as edges do. */
export interface Responder {
  target: ValidationTarget
  /** The answers by HTTP, by `HOST/TOKEN`. */
  texts: Map<string, string>
  /** The certificates in handshakes with `acme-tls/1`, by the requested name. */
  certificates: Map<string, { chain: string; key: string }>
  close(): Promise<void>
}

export async function startResponder(): Promise<Responder> {
  const texts = new Map<string, string>()
  const certificates = new Map<string, { chain: string; key: string }>()
  const http = createHttpServer((request, response) => {
    const host = request.headers.host?.replace(/:\d+$/, '')
    const text = texts.get(`${host}/${request.url?.replace('/.well-known/acme-challenge/', '')}`)
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  const tls = createTlsServer({
    ALPNProtocols: ['acme-tls/1'],
    SNICallback: (servername, done) => {
      const shown = certificates.get(servername)
      if (shown === undefined) return done(new Error('nothing to show'))
      done(null, createSecureContext({ cert: shown.chain, key: shown.key }))
    },
  })
  // A client may disconnect once it has the certificate.
  tls.on('secureConnection', (socket) => socket.on('error', () => socket.destroy()))
  tls.on('tlsClientError', () => {})
  const [httpPort, tlsPort] = [await listen(http), await listen(tls)]
  return {
    target: { address: '127.0.0.1', httpPort, tlsPort },
    texts,
    certificates,
    close: async () => {
      http.closeAllConnections()
      for (const server of [http, tls]) {
        const closed = once(server, 'close')
        server.close()
        await closed
      }
    },
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
