import { AppError, conflict } from '../../ground/errors.ts'
import { parseLine } from '../../ground/names.ts'
import type { App } from '../../platform/app.ts'
import type { Tell } from '../../platform/change.ts'
import { asOperator, recordAudit } from '../../platform/audit/service.ts'
import { addNotice } from '../notices/service.ts'
import * as repository from './repository.ts'
import { blocksMax, parseHostname, reasonLengthMax, tooManyBlocks, type HostnameBlock } from './rules.ts'

/** Takes a hostname down: its tunnel ends, no agent gets it, and visitors read why. Throws CONFLICT when it is blocked already. */
export async function blockHostname(app: App, name: string, reasonText: string): Promise<HostnameBlock> {
  const hostname = parseBlockable(app, name)
  const reason = parseLine('reason', 'The reason', reasonText, reasonLengthMax)
  const block = { hostname, reason, blockedAt: app.clock.now() }
  await app.change(async (trx, tell) => {
    const ending = { trx, tell, source: asOperator(app) }
    await repository.lockForBlock(trx, hostname)
    await repository.raiseVersion(trx)
    if ((await repository.countBlocks(trx)) >= blocksMax) throw tooManyBlocks()
    if (!(await repository.insertBlock(trx, block))) {
      throw conflict(`${hostname} is blocked already. To give another reason, unblock it first.`)
    }
    const holder = await repository.findHolder(trx, hostname)
    await app.endDependents(ending, 'servableHostname', { hostname })
    await recordAudit(trx, ending.source, {
      action: 'hostname.blocked',
      ...describeObject(hostname, holder),
      changes: { reason: { from: null, to: reason } },
    })
    notifyChange(tell, holder)
    if (holder === undefined) return
    await addNotice(ending, {
      of: { accountId: holder.accountId },
      facts: { kind: 'HOSTNAME_BLOCKED', hostname, reason },
      subjectIds: [hostname],
      key: `${hostname}:${block.blockedAt.toISOString()}`,
    })
  })
  return block
}

/** Lets a hostname be served again. Throws NOT_FOUND when it is not blocked. */
export async function unblockHostname(app: App, name: string): Promise<HostnameBlock> {
  const hostname = parseBlockable(app, name)
  return await app.change(async (trx, tell) => {
    await repository.raiseVersion(trx)
    const block = await repository.deleteBlock(trx, hostname)
    if (!block) throw new AppError('NOT_FOUND', `${hostname} is not blocked. \`hostnames list\` shows those that are.`)
    const holder = await repository.findHolder(trx, hostname)
    await recordAudit(trx, asOperator(app), {
      action: 'hostname.unblocked',
      ...describeObject(hostname, holder),
      changes: { reason: { from: block.reason, to: null } },
    })
    notifyChange(tell, holder)
    return block
  })
}

/** Returns blocked hostnames, newest first. */
export async function listBlocks({ db }: App, limit: number): Promise<HostnameBlock[]> {
  return await repository.listBlocks(db, limit)
}

function parseBlockable({ config }: App, name: string): string {
  return parseHostname(name, [new URL(config.publicUrl).hostname, new URL(config.tunnelUrl).hostname])
}

type Holder = Awaited<ReturnType<typeof repository.findHolder>>

/** Notifies edges, and the viewers of the gateway. */
function notifyChange(tell: Tell, holder: Holder): void {
  tell('hostnameBlocksChanged', 'edges', {})
  if (holder?.gatewayId !== undefined) tell('gatewayChanged', holder.accountId, { gatewayId: holder.gatewayId })
}

function describeObject(hostname: string, holder: Holder) {
  return {
    accountId: holder?.accountId ?? null,
    objectType: 'hostname' as const,
    objectId: hostname,
    objectName: hostname,
  }
}
