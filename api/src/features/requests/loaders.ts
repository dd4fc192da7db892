import { addMs, hourMs, type Clock } from '../../ground/clock.ts'
import { createLoader } from '../../ground/loader.ts'
import type { Db } from '../../platform/db/db.ts'
import { findRecordings, sumUnrecorded } from './repository.ts'

export function createRequestLoaders(db: Db, clock: Clock) {
  return {
    /** What is recorded, as the account has set it; undefined when it has set nothing. Key: the account's id. */
    requestRecording: createLoader((accountIds) => findRecordings(db, accountIds)),
    /** How many requests of the last hour were not recorded; undefined when none. Key: the account's id. */
    unrecordedRequests: createLoader((accountIds) => sumUnrecorded(db, accountIds, addMs(clock.now(), -hourMs))),
  }
}
