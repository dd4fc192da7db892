import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { findApiKeyNames } from './repository.ts'

export function createApiKeyLoaders(db: Db) {
  return {
    /** The name of a key, revoked or not. Key: its id. */
    apiKeyName: createLoader((ids) => findApiKeyNames(db, ids)),
  }
}
