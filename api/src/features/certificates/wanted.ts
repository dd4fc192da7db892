import { randomUUIDv7 } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import type { Trx } from '../../platform/db/db.ts'
import type { Ending } from '../../platform/endings.ts'
import type { Clock } from '../../ground/clock.ts'
import { enqueue } from '../../platform/jobs/service.ts'
import { listOfferedDomains } from '../site/service.ts'
import { advanceJob, type Cause, reconcileJob } from './job-kinds.ts'
import * as repository from './repository.ts'
import { listOwnNames } from './rules.ts'
import * as wanted from './wanted-repository.ts'
import type { CertificateScope } from './wanted-repository.ts'

/** Enqueues a check of the names that a change concerns, once it is committed, if certificates are ordered. */
export async function reviewCertificates(
  { acme, clock }: Pick<App, 'acme' | 'clock'>,
  trx: Trx,
  cause: Cause,
): Promise<void> {
  if (acme !== undefined) await enqueueReview(trx, clock, cause)
}

/** Enqueues a check of the certificates of something that ends. */
export async function reviewEnded({ trx, source }: Ending, cause: Cause): Promise<void> {
  await enqueueReview(trx, source.clock, cause)
}

async function enqueueReview(trx: Trx, clock: Clock, cause: Cause): Promise<void> {
  await enqueue(trx, { kind: reconcileJob, payload: cause, now: clock.now() })
}

const namesPerChange = 200

/**
 * Adds the names that are to have certificates, and removes those that are not, among those of a cause or among all. Removing one
 * ends it on every edge.
 */
export async function reconcile(app: App, cause?: Cause): Promise<void> {
  const scope = await getCertificateScope(app)
  const among = cause && (await wanted.listNamesOf(app.db, cause))
  if (among?.length === 0) return
  for (let found = namesPerChange; found === namesPerChange;) found = await addMissing(app, scope, among)
  for (let found = namesPerChange; found === namesPerChange;) found = await removeUnwanted(app, scope, among)
}

/** Enqueues certificates for which something is due: if their job was given up, they would otherwise wait forever. */
export async function enqueueDue({ db, change, clock }: App): Promise<void> {
  const ids = await repository.listDue(db, clock.now(), duePerRun)
  await change(async (trx) => {
    for (const id of ids) {
      await enqueue(trx, { kind: advanceJob, payload: { certificateId: id }, now: clock.now(), key: id })
    }
  })
}

const duePerRun = 1_000

/** Returns the facts that decide which names are to have certificates. */
export async function getCertificateScope({ db, config }: Pick<App, 'db' | 'config'>): Promise<CertificateScope> {
  const hasWildcards = config.certificates?.dns !== undefined
  const offered = hasWildcards ? await listOfferedDomains(db) : []
  const ownNames = listOwnNames(config, await wanted.listEdgeUrls(db))
  return { ownNames: [...ownNames, ...offered.map(({ domain }) => `*.${domain}`)], hasWildcards }
}

async function addMissing({ change, clock }: App, scope: CertificateScope, among: readonly string[] | undefined) {
  const now = clock.now()
  return await change(async (trx) => {
    const missing = await wanted.listMissing(trx, scope, among, namesPerChange)
    for (const { name, accountId } of missing) {
      const id = await wanted.upsertName(trx, { id: randomUUIDv7(), name, accountId, createdAt: now })
      await enqueue(trx, { kind: advanceJob, payload: { certificateId: id }, now, key: id })
    }
    return missing.length
  })
}

async function removeUnwanted({ db, change }: App, scope: CertificateScope, among: readonly string[] | undefined) {
  if ((await wanted.listUnwanted(db, scope, among, 1)).length === 0) return 0
  return await change(async (trx, tell) => {
    let version = await repository.raiseVersion(trx)
    const unwanted = await wanted.listUnwanted(trx, scope, among, namesPerChange)
    for (const { id, name } of unwanted) {
      await wanted.deleteCertificate(trx, id)
      await repository.noteVersion(trx, name, version)
      version = await repository.raiseVersion(trx)
    }
    tell('certificatesChanged', 'edges', { version })
    return unwanted.length
  })
}
