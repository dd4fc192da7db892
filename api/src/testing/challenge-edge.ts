import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createSecureContext, createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import type { TestClient } from './client.ts'
import { FollowCertificatesDocument, type FollowCertificatesMutation } from './generated/documents.ts'

type Challenge = FollowCertificatesMutation['followCertificates']['challenges'][number]

/** An edge as authorities see it: it follows the API, and presents challenges over real sockets. */
export class ChallengeEdge {
  version: number | null = null
  /** The names that the API has announced. */
  readonly announcedNames: string[] = []
  readonly #id: string
  readonly #api: () => { edge(): TestClient }
  #challenges: Challenge[] = []
  readonly #http: Server
  readonly #tls: TlsServer

  constructor(id: string, api: () => { edge(): TestClient }) {
    this.#id = id
    this.#api = api
    this.#http = createServer(({ url, headers: { host = '' } }, response) => {
      const [hostname] = host.split(':')
      const shown = this.#challenges.find(
        (challenge) =>
          challenge.hostname === hostname && url === `/.well-known/acme-challenge/${challenge.token ?? ''}`,
      )
      response.writeHead(shown ? 200 : 404).end(shown?.keyAuthorization ?? 'no such token')
    })
    this.#tls = createTlsServer({
      ALPNProtocols: ['acme-tls/1'],
      SNICallback: (servername, onSelected) => {
        const shown = this.#challenges.find(({ hostname, key }) => hostname === servername && key !== null)
        onSelected(shown ? null : new Error('no such challenge'), shown && this.#contextOf(shown))
      },
    })
    this.#tls.on('tlsClientError', (_, socket) => socket.destroy())
  }

  get endpoint(): { address: string; httpPort: number; tlsPort: number } {
    return { address: '127.0.0.1', httpPort: portOf(this.#http), tlsPort: portOf(this.#tls) }
  }

  async listen(): Promise<void> {
    this.#http.listen(0, '127.0.0.1')
    this.#tls.listen(0, '127.0.0.1')
    await Promise.all([once(this.#http, 'listening'), once(this.#tls, 'listening')])
  }

  /** Asks the API until it is up to date. */
  async follow(): Promise<void> {
    for (let isBehind = true; isBehind;) {
      const input = { edgeId: this.#id, version: this.version }
      const { followCertificates } = await this.#api().edge().run(FollowCertificatesDocument, { input })
      isBehind = followCertificates.hasMore || followCertificates.version !== this.version
      this.#challenges = followCertificates.challenges
      this.announcedNames.push(...followCertificates.names)
      this.version = followCertificates.version
    }
  }

  close(): void {
    this.#http.close().closeAllConnections()
    this.#tls.close()
  }

  #contextOf({ chain, key }: Challenge) {
    return createSecureContext({ cert: chain ?? '', key: key ?? '' })
  }
}

function portOf(server: Server | TlsServer): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
