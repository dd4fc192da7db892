import { checkEdge } from '../../platform/access/authorize.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import * as repository from './repository.ts'
import { blocksMax, hostnameBlocked, type HostnameBlock } from './rules.ts'

/** Throws FORBIDDEN for a blocked hostname; until the transaction ends, any other stays unblocked. Lock accounts first. */
export async function lockUnblocked(trx: Trx, hostname: string): Promise<void> {
  await repository.lockAgainstBlocks(trx, hostname)
  const block = await repository.findBlock(trx, hostname)
  if (block) throw hostnameBlocked(block)
}

/** Reports whether a hostname is blocked now. */
export async function isBlocked(db: Db, hostname: string): Promise<boolean> {
  return (await repository.findBlock(db, hostname)) !== undefined
}

/** The blocks, as edges receive them. */
export interface HostnameBlocks {
  version: number
  /** Null when nothing has changed since the version that the edge knows. */
  blocks: HostnameBlock[] | null
}

/** Returns every blocked hostname, unless the edge knows them already. */
export async function readBlocks(context: RequestContext, knownVersion: number | null): Promise<HostnameBlocks> {
  checkEdge(context)
  // Read first: blocks that are newer than their version are only read once more.
  const version = await repository.getVersion(context.db)
  return { version, blocks: version === knownVersion ? null : await repository.listBlocks(context.db, blocksMax) }
}

/** Tells edges that blocks have changed. */
export function subscribeToBlocks(context: RequestContext): AsyncIterableIterator<Record<string, never>> {
  checkEdge(context)
  return context.events.subscribe('hostnameBlocksChanged', 'edges')
}

/** Returns the version of the last change, for edges. */
export async function getBlocksVersion(context: RequestContext): Promise<number> {
  checkEdge(context)
  return await repository.getVersion(context.db)
}
