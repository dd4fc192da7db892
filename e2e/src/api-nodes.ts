import type { Cleanup } from './cleanup.ts'
import { type Site, startApi } from './culvert.ts'
import { findSparePorts } from './ports.ts'
import type { RunningProcess } from './processes.ts'

/** One of several API processes of a site. */
export interface ApiNode {
  /** The site as seen from this node: `apiUrl` leads to this node alone. */
  site: Site
  api: RunningProcess
}

/** Starts another API process on a site's database, at a separate port. Its public address remains the site's. */
export async function startApiNode(cleanup: Cleanup, site: Site): Promise<ApiNode> {
  const [port = 0, outboxPort = 0] = await findSparePorts(2)
  const own: Site = {
    ...site,
    apiUrl: `http://localhost:${port}`,
    outboxUrl: `http://localhost:${outboxPort}`,
    env: { ...site.env, PORT: String(port), MAIL_OUTBOX_PORT: String(outboxPort) },
  }
  return { site: own, api: await startApi(cleanup, own) }
}
