import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { openLocalAuthority } from '../certificates/authority.ts'
import { startFakeApi } from '../testing/fake-api.ts'
import { forwardedHeader, startProxy } from '../testing/proxy-header.ts'
import { closeAll, closeLater } from '../testing/queue.ts'
import { findFreePort, startRedis } from '../testing/redis.ts'
import { dialEdge } from '../testing/test-agent.ts'
import { startSiblingEdge } from '../testing/test-edge.ts'
import { visit } from '../testing/test-visitor.ts'

afterEach(closeAll)

/**
 * Starts an edge, and one with an agent that it dials over HTTP or HTTPS. `requests` lists the visitor addresses of requests that reached the agent.
 * `header` is sent at the beginning of the agent's connection.
 */
async function startDialled(
  scheme: 'http' | 'https',
  environment: NodeJS.ProcessEnv = {},
  header: Buffer = Buffer.alloc(0),
) {
  const api = await startFakeApi()
  const redis = await startRedis()
  const securePort = String(await findFreePort())
  const dialled = await startSiblingEdge(redis, {
    api,
    environment: {
      EDGE_HTTPS_PORT: securePort,
      ...(scheme === 'https' && { EDGE_SIBLING_URL: `https://localhost:${securePort}` }),
      ...environment,
    },
  })
  const { port } = await startSiblingEdge(redis, { api })
  const agent = await dialEdge(await startProxy(dialled.port, header), { ticket: await api.issueTicket() })
  await agent.welcomed
  const requests: string[] = []
  agent.serve((stream) => {
    requests.push(stream.head.visitorAddress)
    stream.respond(200, [], 'there')
  })
  await redis.awaitRoutes('demo.test', 1)
  return { port, requests, securePort }
}

/** Makes a folder with a certificate for `edge.test` and localhost. Returns the authority that issued it. */
async function makeCertificates() {
  const folder = await mkdtemp(join(tmpdir(), 'culvert-dial-'))
  closeLater(() => rm(folder, { recursive: true }))
  const authority = await openLocalAuthority(
    join(folder, 'authority'),
    'http://edge.test/authority.crl',
    pino({ level: 'silent' }),
  )
  const { chain, key } = await authority.issue(['edge.test', '*.edge.test', 'localhost'])
  const tls = join(folder, 'tls')
  await mkdir(tls)
  await writeFile(join(tls, 'edge.crt'), chain)
  await writeFile(join(tls, 'edge.key'), key)
  return { folder: tls, authority: authority.certificate }
}

/** Makes this process trust an authority in addition to those of the system, as NODE_EXTRA_CA_CERTS does. */
function trust(authority: string): void {
  const former = getCACertificates('default')
  closeLater(() => setDefaultCACertificates(former))
  setDefaultCACertificates([...former, authority])
}

describe('an edge that others dial over HTTPS', () => {
  it('is trusted with a certificate from its own authority, which it announces', async () => {
    const { port } = await startDialled('https')
    expect(await visit(port)).toMatchObject({ status: 200, body: 'there' })
  })

  it('is trusted with a certificate from an authority that the machine trusts, and with no other', async () => {
    const { folder, authority } = await makeCertificates()
    const { port, requests } = await startDialled('https', { EDGE_TLS_FOLDER: folder })
    expect(await visit(port)).toMatchObject({ status: 503 })
    expect(requests).toEqual([])
    trust(authority)
    while ((await visit(port)).status === 503);
    expect(await visit(port)).toMatchObject({ status: 200, body: 'there' })
  })

  it('is not trusted with a certificate for another name', async () => {
    const { folder, authority } = await makeCertificates()
    trust(authority)
    const securePort = String(await findFreePort())
    const { port, requests } = await startDialled('https', {
      EDGE_TLS_FOLDER: folder,
      EDGE_HTTPS_PORT: securePort,
      EDGE_SIBLING_URL: `https://127.0.0.1:${securePort}`,
    })
    expect(await visit(port)).toMatchObject({ status: 503 })
    expect(requests).toEqual([])
  })
})

it.each(['http', 'https'] as const)(
  'an edge that expects the PROXY protocol can be dialled over %s',
  async (scheme) => {
    const { port, requests } = await startDialled(scheme, { EDGE_PROXY_PROTOCOL: 'true' }, forwardedHeader)
    expect(await visit(port)).toMatchObject({ status: 200, body: 'there' })
    expect(requests).toEqual(['127.0.0.1'])
  },
)
