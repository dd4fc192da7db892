import { addMs, hourMs } from '../../ground/clock.ts'
import type { Finders } from '../../platform/context.ts'
import { findRecordings, sumUnrecorded } from './repository.ts'

export const requestLoaders = {
  /** What is recorded, as the account has set it; undefined when it has set nothing. Key: the account's id. */
  requestRecording: findRecordings,
  /** How many requests of the last hour were not recorded; undefined when none. Key: the account's id. */
  unrecordedRequests: (db, accountIds, clock) => sumUnrecorded(db, accountIds, addMs(clock.now(), -hourMs)),
} satisfies Finders
