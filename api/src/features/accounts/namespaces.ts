import type { AppError } from '../../ground/errors.ts'
import { listHyphenSuffixes, toNamespaceLabel } from '../../ground/hostnames.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import * as repository from './namespace-repository.ts'
import { namespaceBlockedSince, namespaceConflicts, namespaceTaken } from './rules.ts'

/**
 * Takes the first of these namespaces that an account can have, and returns it; or returns why the last one was refused.
 * Accounts take turns, because no index can express which namespaces exclude each other.
 */
export async function assignNamespace(
  trx: Trx,
  accountId: string,
  namespaces: Iterable<string>,
  now: Date,
): Promise<string | AppError> {
  await repository.lockNamespaces(trx)
  const since = namespaceBlockedSince(now)
  let refusal = namespaceTaken()
  for (const namespace of namespaces) {
    const label = toNamespaceLabel(namespace)
    const conflicts = await repository.listConflictingLabels(trx, label, accountId, since)
    if (conflicts.length === 0 && (await repository.claimNamespace(trx, namespace, accountId, since))) return namespace
    refusal = conflicts.length === 0 || conflicts.includes(label) ? namespaceTaken() : namespaceConflicts()
  }
  return refusal
}

/**
 * Reports whether another account has a longer namespace that the label also ends with. This happens only between namespaces
 * chosen before such pairs were refused.
 */
export async function isInForeignNamespace(
  db: Db,
  label: string,
  { id, namespace }: { id: string; namespace: string },
  now: Date,
): Promise<boolean> {
  const own = toNamespaceLabel(namespace)
  const longer = listHyphenSuffixes(label).filter((suffix) => suffix.length > own.length)
  return await repository.isLabelHeld(db, longer, id, namespaceBlockedSince(now))
}
