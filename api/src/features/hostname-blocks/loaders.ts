import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { findBlocks } from './repository.ts'

export function createHostnameBlockLoaders(db: Db) {
  return {
    /** The block of a hostname. Key: the hostname. */
    hostnameBlock: createLoader((hostnames) => findBlocks(db, hostnames)),
  }
}
