import { recordAudit, type AuditSource } from '../../platform/audit/service.ts'
import type { Trx } from '../../platform/db/db.ts'
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
 * because its owner proved it first.
 */
export async function proveAddress(
  trx: Trx,
  source: AuditSource,
  { id, email }: { id: string; email: string },
  proof: Proof,
): Promise<boolean> {
  const address = await repository.lockAddress(trx, id)
  if (address?.email !== email) return false
  if (!(await repository.markVerified(trx, id, email, source.clock.now()))) return true
  await recordAudit(trx, source, {
    action: 'user.email_verified',
    ...describeUser(id, email),
    changes: { proof: { from: null, to: proof } },
  })
  return true
}
