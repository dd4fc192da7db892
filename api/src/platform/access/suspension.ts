import { type AppError, forbidden } from '../../ground/errors.ts'
import { type Action, worksSuspended } from './permissions.ts'

/** An object that the operator can suspend. It is suspended if it has a reason. */
export interface Suspendable {
  suspensionReason: string | null
}

/** Throws FORBIDDEN if the account is suspended, unless the action is one that still works: to read, export, leave or delete it. */
export function checkSuspension({ suspensionReason }: Suspendable, action: Action): void {
  if (suspensionReason !== null && !worksSuspended(action)) throw accountSuspended(suspensionReason)
}

/** Refuses what a suspended account may not do, and everything to its API keys, AuthIDs and machine tokens. */
export function accountSuspended(reason: string): AppError {
  return forbidden(
    `The operator has suspended this account: "${reason}" Its members may read, export, leave or delete it, nothing else. Ask the operator to resume it.`,
    { reason: 'ACCOUNT_SUSPENDED' },
  )
}
