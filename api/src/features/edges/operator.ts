import { AppError, conflict } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { asOperator, recordAudit } from '../../platform/audit/service.ts'
import { edgeSilentBefore } from '../agents/rules.ts'
import * as repository from './repository.ts'
import { judgeEdge, type Edge, type EdgeStatus } from './rules.ts'

/** Returns the edges that have reported within the last day, the most recent first; each process counts as one. */
export async function listEdges({ db, clock }: App): Promise<EdgeStatus[]> {
  const silentBefore = edgeSilentBefore(clock.now())
  const edges = await repository.listEdges(db)
  return edges.map((edge) => judgeEdge(edge, silentBefore))
}

/**
 * Moves an edge's agents to others, or lets them return; the edge learns of it from the answer to its next report. Returns its processes, which are
 * drained together. Throws NOT_FOUND if no edge that reports has this name or id, CONFLICT if several edges have the name.
 */
export async function setDrained(app: App, nameOrId: string, drained: boolean): Promise<Edge[]> {
  return await app.change(async (trx) => {
    const edges = await repository.findEdges(trx, nameOrId, edgeSilentBefore(app.clock.now()))
    const [first] = edges
    if (!first) {
      throw new AppError(
        'NOT_FOUND',
        `No edge "${nameOrId}" reports. \`edges list\` shows those that do, with their names and ids.`,
      )
    }
    if (new Set(edges.map(({ agentUrl }) => agentUrl)).size > 1) {
      const ids = edges.map(({ id, agentUrl }) => `${id} (${agentUrl ?? 'no address'})`).join(', ')
      throw conflict(`Several edges have the name "${nameOrId}". Give the id of one: ${ids}.`)
    }
    await repository.setDrained(
      trx,
      edges.map(({ id }) => id),
      drained,
    )
    await recordAudit(trx, asOperator(app), {
      action: drained ? 'edge.drained' : 'edge.undrained',
      accountId: null,
      objectType: 'edge',
      objectId: first.id,
      objectName: first.name,
    })
    return edges
  })
}
