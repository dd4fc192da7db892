import type { Db } from '../db/db.ts'
import * as repository from './repository.ts'
import { listDomainsAbove, type Domain } from './rules.ts'

export { deleteDomainsOf } from './repository.ts'

/** The account's verified domain that a hostname is on: the nearest, where several are. */
export async function findDomainOf(db: Db, accountId: string, hostname: string): Promise<Domain | undefined> {
  const found = await repository.listVerifiedAmong(db, accountId, listDomainsAbove(hostname))
  return found.toSorted((a, b) => b.domain.length - a.domain.length)[0]
}
