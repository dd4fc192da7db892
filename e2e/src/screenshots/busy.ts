import { startAgent } from '../agent.ts'
import { startApp } from '../apps.ts'
import type { Cleanup } from '../cleanup.ts'
import type { Site } from '../culvert.ts'
import type { Person } from '../people.ts'
import { visit } from '../visit.ts'

const agents = [
  { gateway: 'staging', name: 'Staging API', paths: ['/v1/orders', '/v1/orders/1041', '/v1/customers', '/v1/broken'] },
  { gateway: 'preview', name: 'Preview of #218', paths: ['/', '/pricing', '/missing', '/app.css'] },
  { gateway: 'hooks', name: 'Stripe webhooks', paths: ['/stripe', '/stripe', '/github'] },
]
const rounds = 12

/** Makes several agents of an account serve visitors, some of whom are answered with an error. */
export async function createTraffic(cleanup: Cleanup, site: Site, ada: Person, secret: string): Promise<void> {
  const { port } = await startApp(cleanup, ({ url = '' }, response) => {
    if (url.endsWith('/broken')) response.statusCode = 500
    if (url.endsWith('/missing')) response.statusCode = 404
    response.end(Buffer.alloc(1024 * (4 + (url.length % 7) * 9)))
  })
  for (const { gateway, name, paths } of agents) {
    await ada.createGateway(gateway)
    const { publicUrl } = await startAgent(cleanup, site, {
      port,
      secret,
      args: ['--gateway', gateway, '--name', name],
    })
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(paths.map(async (path) => await visit(publicUrl + path)))
    }
  }
}
