import type { ConnectionHop, TunnelFailure } from '../../generated/schema.ts'
import { toPublicUrl } from '../../ground/hostnames.ts'
import { authorizeOn } from '../../platform/access/authorize.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { explain } from '../agents/explanations.ts'
import { type Agent, getPublicUrl } from '../agents/rules.ts'
import { findAgent } from '../agents/service.ts'
import type { Gateway } from '../gateways/rules.ts'
import { findGateway, findLiveGateway } from '../gateways/service.ts'
import { type ErrorReport, readErrorReport } from './error-report.ts'

/** A request that an edge answered with an error page. */
export interface TunnelError {
  accountId: string
  failure: TunnelFailure
  hop: ConnectionHop
  hostname: string
  url: string
  method: string
  path: string
  agent: Agent | null
  gateway: Gateway | null
}

/** Opens an edge's report of a request, for members of the account whose tunnel it was for. */
export async function getTunnelError(context: RequestContext, reportText: string): Promise<TunnelError> {
  const { config, clock, db } = context
  return await authorizeOn(context, 'diagnoseTunnels', 'error', async () => {
    const report = await readErrorReport(reportText, { edgeSecret: config.edgeSecret, now: clock.now() })
    const owner = report && (await findOwner(db, report))
    return (
      owner && {
        ...describe(
          report,
          owner.agent ? getPublicUrl(config, owner.agent) : toPublicUrl(config.tunnelUrl, report.hostname),
        ),
        ...owner,
      }
    )
  })
}

/** Finds the owner of the tunnel that a request was for: that of the agent that served it, or of the gateway that waited for one. */
async function findOwner(
  db: Db,
  { agentId, hostname }: ErrorReport,
): Promise<Pick<TunnelError, 'accountId' | 'agent' | 'gateway'> | undefined> {
  const agent = agentId === null ? undefined : await findAgent(db, agentId)
  if (agent === undefined) {
    const gateway = await findLiveGateway(db, hostname)
    return gateway && { accountId: gateway.accountId, agent: null, gateway }
  }
  const gateway = agent.gatewayId === null ? undefined : await findGateway(db, agent.gatewayId)
  return { accountId: agent.accountId, agent, gateway: gateway ?? null }
}

function describe({ sub, iat, code, hostname, method, path, detail }: ErrorReport, publicUrl: string) {
  const { hop, cause, fix } = explain(code)
  const failure: TunnelFailure = { requestId: sub, code, cause, fix, detail, occurredAt: new Date(iat * 1_000) }
  return { failure, hop, hostname, url: publicUrl + path, method, path }
}
