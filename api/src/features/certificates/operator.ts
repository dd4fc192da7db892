import { isDeepStrictEqual } from 'node:util'
import { createAccountKey } from '@culvert/acme'
import { AppError, conflict } from '../../ground/errors.ts'
import type { AcmeAccess } from '../../platform/acme/access.ts'
import type { App } from '../../platform/app.ts'
import { asOperator, recordAudit } from '../../platform/audit/service.ts'
import { enqueue } from '../../platform/jobs/service.ts'
import { resealEach } from '../../platform/sealing/reseal.ts'
import { openAuthority, purposeOf } from './authorities.ts'
import { deleteAcmeAccounts, listAcmeAccounts, updateAcmeAccount } from './authority-repository.ts'
import { authorityName } from './explain.ts'
import { advanceJob, reconcileJob } from './job-kinds.ts'
import * as repository from './repository.ts'
import { isServed, keyPurpose, type Certificate } from './rules.ts'

/** A certificate, as the operator sees it. */
export interface CertificateStatus {
  name: string
  stage: 'served' | 'ordered' | 'waiting'
  expiresAt: Date | null
  renewsAt: Date | null
  nextAttemptAt: Date | null
  failures: number
  lastError: string | null
}

/** Returns certificates by name, up to a limit; on request, only those whose last attempt failed. */
export async function listCertificates(
  { db, clock }: App,
  { failing, limit }: { failing: boolean; limit: number },
): Promise<CertificateStatus[]> {
  const now = clock.now()
  const rows = await repository.listCertificates(db, { failing, limit })
  return rows.map((row) => ({
    name: row.name,
    stage: stageOf(row, now),
    expiresAt: row.expiresAt,
    renewsAt: row.renewsAt,
    nextAttemptAt: row.nextAttemptAt,
    failures: row.failures,
    lastError: row.lastError,
  }))
}

function stageOf(certificate: Certificate, now: Date): CertificateStatus['stage'] {
  if (isServed(certificate, now)) return 'served'
  return certificate.orderUrl === null ? 'waiting' : 'ordered'
}

/** The certificates that are ordered here. */
export interface CertificateCounts {
  served: number
  waiting: number
  /** Some of those whose last attempt failed. */
  failing: CertificateStatus[]
}

const failingShown = 5

export async function countCertificates(app: App): Promise<CertificateCounts> {
  const counts = await repository.countCertificates(app.db, app.clock.now())
  return { ...counts, failing: await listCertificates(app, { failing: true, limit: failingShown }) }
}

/** Retries a certificate now instead of when its next attempt is due. */
export async function retryCertificate(app: App, name: string): Promise<void> {
  needAcme(app)
  const now = app.clock.now()
  await app.change(async (trx) => {
    const id = await repository.makeDue(trx, name.trim().toLowerCase(), now)
    if (id === undefined) {
      throw new AppError(
        'NOT_FOUND',
        `No certificate for "${name}" is ordered here. \`certificates list\` shows the names.`,
      )
    }
    await enqueue(trx, { kind: advanceJob, payload: { certificateId: id }, now, key: id })
  })
}

/**
 * Reseals the keys that are sealed with the previous secret, even if this process orders no certificates: the servers may. Returns how
 * many.
 */
export async function resealKeys(app: App): Promise<number> {
  const sealing = await app.openSealing()
  let count = 0
  await app.change(async (trx) => {
    for (const { authority, sealedKey } of await listAcmeAccounts(trx)) {
      const resealed = sealing.reseal(sealedKey, purposeOf(authority))
      if (resealed === sealedKey) continue
      await updateAcmeAccount(trx, authority, { sealedKey: resealed })
      count += 1
    }
  })
  const certificates = await resealEach(app, repository.lockSealed, async (trx, { id, ...keys }) => {
    const purpose = keyPurpose({ id })
    const resealed = {
      sealedKey: keys.sealedKey && sealing.reseal(keys.sealedKey, purpose),
      orderKey: keys.orderKey && sealing.reseal(keys.orderKey, purpose),
    }
    if (isDeepStrictEqual(resealed, keys)) return false
    await repository.setSealed(trx, id, resealed)
    return true
  })
  return count + certificates
}

/** Deletes every certificate and every account at an authority, for when the secret that sealed their keys is lost: all are ordered again. */
export async function forgetCertificates(app: App): Promise<number> {
  needAcme(app)
  return await app.change(async (trx, tell) => {
    const names = await repository.deleteAll(trx)
    await deleteAcmeAccounts(trx)
    await recordAudit(trx, asOperator(app), {
      action: 'certificates.forgotten',
      accountId: null,
      objectType: 'certificates',
      objectId: 'all',
    })
    tell('certificatesChanged', 'edges', { version: await repository.raiseVersion(trx) })
    await enqueue(trx, { kind: reconcileJob, payload: { all: true }, now: app.clock.now() })
    return names
  })
}

/** Gives the installation's account at each authority another key (RFC 8555, section 7.3.5). Returns the names of these authorities. */
export async function rotateAccountKeys(app: App, signal: AbortSignal): Promise<string[]> {
  const acme = needAcme(app)
  const changed: string[] = []
  for (const { authority, url } of await listAcmeAccounts(app.db)) {
    if (url === null) continue
    const { client } = await openAuthority(app, acme, authority, signal)
    const key = await createAccountKey()
    await client.changeAccountKey(key, signal)
    const sealedKey = acme.sealing.seal(JSON.stringify(key), purposeOf(authority))
    await app.change(async (trx) => {
      await updateAcmeAccount(trx, authority, { sealedKey })
      await recordAudit(trx, asOperator(app), {
        action: 'acme_account.key_rotated',
        accountId: null,
        objectType: 'acme_account',
        objectId: authority,
      })
    })
    changed.push(authorityName(authority))
  }
  return changed
}

function needAcme({ acme }: App): AcmeAccess {
  if (acme !== undefined) return acme
  throw conflict('This installation orders no certificates: set ACME_EMAIL, here as for the server.')
}
