import { sql } from 'kysely'
import { listHyphenSuffixes, toNamespaceLabel } from '../../ground/hostnames.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { namespacesLock } from './repository.ts'

/** Makes transactions that choose namespaces take turns, until this one ends. Lock accounts and users first. */
export async function lockNamespaces(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${namespacesLock})`.execute(trx)
}

/** Selects the labels of namespaces that other accounts hold, or gave up after the instant. */
function selectHeldByOthers(db: Db, accountId: string, releasedBefore: Date) {
  return db
    .selectFrom('namespaces')
    .select('label')
    .where('accountId', '!=', accountId)
    .where((eb) => eb.or([eb('releasedAt', 'is', null), eb('releasedAt', '>', releasedBefore)]))
}

/**
 * Returns labels of other accounts' namespaces that equal the label, or of which one ends with the other: a gateway of the
 * one account could then have a hostname of the other. Namespaces that were given up before the instant do not count.
 */
export async function listConflictingLabels(
  trx: Trx,
  label: string,
  accountId: string,
  releasedBefore: Date,
): Promise<string[]> {
  const rows = await selectHeldByOthers(trx, accountId, releasedBefore)
    .where((eb) =>
      eb.or([
        eb('label', 'in', [label, ...listHyphenSuffixes(label)]),
        sql<boolean>`reverse(label) like reverse(${`-${label}`}) || '%'`,
      ]),
    )
    .limit(10)
    .execute()
  return rows.map((row) => row.label)
}

/** Reports whether another account holds one of these labels as its namespace, or gave it up after the instant. */
export async function isLabelHeld(
  db: Db,
  labels: readonly string[],
  accountId: string,
  releasedBefore: Date,
): Promise<boolean> {
  if (labels.length === 0) return false
  const row = await selectHeldByOthers(db, accountId, releasedBefore)
    .where('label', 'in', labels)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Claims a namespace for an account: one that is unused, that the account had before, or that was given up before the
 * instant. Returns false if it belongs to another account.
 */
export async function claimNamespace(
  trx: Trx,
  namespace: string,
  accountId: string,
  releasedBefore: Date,
): Promise<boolean> {
  const claimed = await trx
    .insertInto('namespaces')
    .values({ namespace, label: toNamespaceLabel(namespace), accountId, releasedAt: null })
    .onConflict((conflict) =>
      conflict
        .column('namespace')
        .doUpdateSet({ accountId, releasedAt: null })
        .where((eb) =>
          eb.or([eb('namespaces.accountId', '=', accountId), eb('namespaces.releasedAt', '<=', releasedBefore)]),
        ),
    )
    .returning('namespace')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Gives up a namespace; it stays blocked for others for a while. */
export async function releaseNamespace(trx: Trx, namespace: string, now: Date): Promise<void> {
  await trx.updateTable('namespaces').set({ releasedAt: now }).where('namespace', '=', namespace).execute()
}
