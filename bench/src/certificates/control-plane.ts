import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTlsAlpnCertificate } from '@culvert/acme/certificate'
import { sealCertificateKey } from '@culvert/schema/sealed-keys'
import type { Scope } from '../scope.ts'

/** The secret of the benchmark's edge. */
export const edgeSecret = 'the secret of a benchmark, long enough'

/** The part of the API that an edge needs to serve certificates; each name has one, all with the same key. */
export interface CertificatePlane {
  url: string
  /** Counts the queries about names that it has answered. */
  countQueries(): number
  /** Opens or closes a challenge by a certificate. Resolves once the edge knows. */
  setChallenge(isOpen: boolean): Promise<void>
}

export async function startCertificatePlane(scope: Scope): Promise<CertificatePlane> {
  const { chain, key } = await createTlsAlpnCertificate('any.bench.test', 'bench')
  const state = { version: 1, reached: 0, questions: 0, isOpen: false }
  const challenge = { type: 'TLS_ALPN_01', hostname: 'new.test', token: null, keyAuthorization: null, chain, key }

  const answer = (body: string): object => {
    const { query = '', variables = {} }: { query?: string; variables?: Record<string, unknown> } = JSON.parse(body)
    if (query.includes('query Certificates')) {
      state.questions += 1
      const names = Array.isArray(variables.hostnames) ? variables.hostnames.map(String) : []
      const certificates = names.map((name) => ({
        id: name,
        name,
        version: 1,
        // As long as one from an authority with an intermediate.
        chain: chain + chain,
        sealedKey: sealCertificateKey(key, name, edgeSecret),
      }))
      return { data: { certificates } }
    }
    if (query.includes('mutation FollowCertificates')) {
      state.reached = Number(Reflect.get(Object(variables.input), 'version'))
      const challenges = state.isOpen ? [challenge] : []
      return { data: { followCertificates: { names: [], version: state.version, hasMore: false, challenges } } }
    }
    return { errors: [{ message: 'Not part of this benchmark.', extensions: { code: 'UNAVAILABLE' } }] }
  }
  const server = createServer((request, response) => {
    text(request).then(
      (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(body || '{}'))),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  scope.addCleanup(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    countQueries: () => state.questions,
    setChallenge: async (isOpen) => {
      state.isOpen = isOpen
      state.version += 1
      await scope.waitFor('the edge to follow', () => Promise.resolve(state.reached === state.version))
    },
  }
}
