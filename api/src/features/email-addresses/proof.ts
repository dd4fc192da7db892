import { recordAudit } from '../../platform/audit/service.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import { describeEnds, endSessions } from '../sessions/service.ts'
import { findImposedSignOn } from '../sessions/sign-in.ts'
import { describeUser } from '../users/rules.ts'
import * as repository from './repository.ts'

/** How a user proved their address. */
export type Proof = 'verification link' | 'invitation' | 'password reset' | 'operator'

/** Reports whether an address is a user's, proven or not; it stays so until the transaction ends. */
export async function isAddressOf(trx: Trx, userId: string, email: string): Promise<boolean> {
  return (await repository.lockAddress(trx, userId))?.email === email
}

/**
 * Records that a user proved their address. Does nothing if it was proven before. Returns false if the address is no longer theirs,
 * because its owner proved it first. If the address belongs to single sign-on, the user's sessions end, which began without it.
 */
export async function proveAddress(
  ending: Ending,
  { id, email }: { id: string; email: string },
  proof: Proof,
): Promise<boolean> {
  const { trx, source } = ending
  const now = source.clock.now()
  const address = await repository.lockAddress(trx, id)
  if (address?.email !== email) return false
  if (!(await repository.markVerified(trx, id, email, now))) return true
  const isBySingleSignOn = await findImposedSignOn(trx, { id, email, emailVerifiedAt: now })
  await recordAudit(trx, source, {
    action: 'user.email_verified',
    ...describeUser(id, email),
    changes: {
      proof: { from: null, to: proof },
      ...(isBySingleSignOn && describeEnds(await endSessions(ending, id))),
    },
  })
  return true
}
