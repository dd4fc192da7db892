import { randomUUID } from 'node:crypto'
import { AcmeError } from '@culvert/acme'
import type { Updateable } from 'kysely'
import { addMs } from '../../ground/clock.ts'
import { InstallationFault } from '../../ground/errors.ts'
import type { AcmeAccess } from '../../platform/acme/access.ts'
import type { App } from '../../platform/app.ts'
import { enqueue } from '../../platform/jobs/service.ts'
import { listOfferedDomains } from '../site/service.ts'
import { chooseDirectory, forgetAccount, openAuthority, pauseAfter } from './authorities.ts'
import { authorityName, explain, isOfName, NameFault, StalledOrder } from './explain.ts'
import { advanceJob } from './job-kinds.ts'
import { answer, askRenewal, follow, order, prove, withdraw, type Outcome, type Work } from './orders.ts'
import * as repository from './repository.ts'
import {
  backoffMs,
  chooseAuthority,
  findStep,
  isInZones,
  listChallengeKinds,
  noOrder,
  type Certificate,
  type Step,
} from './rules.ts'
import type { CertificateTable } from './table.ts'

/** Longer than a job may take. A process that died holds up a certificate for at most this time. */
const leaseMs = 75_000

/**
 * Performs the next step of a certificate, and enqueues the one after it. Each step ends with a change of its row, so that a process
 * that dies between two steps loses nothing. Does nothing while another node works on it.
 */
export async function advance(app: App, acme: AcmeAccess, id: string, signal: AbortSignal): Promise<void> {
  const now = app.clock.now()
  const lease = { leaseId: randomUUID(), now, leaseEndsAt: addMs(now, leaseMs) }
  const certificate = await repository.takeLease(app.db, id, lease)
  if (certificate === undefined) return
  const step = findStep(certificate, now)
  if (step.kind === 'rest') {
    await finish(app, certificate, { changes: {}, continueAt: step.until })
    return
  }
  const directoryUrl = step.kind === 'ask-renewal' ? certificate.authority : undefined
  let outcome: Outcome
  try {
    const chosen = directoryUrl ?? chooseDirectory(certificate, acme)
    const authority = await openAuthority(app, acme, chosen, signal)
    outcome = await take(step, { app, acme, certificate, authority, signal })
  } catch (error) {
    if (signal.aborted) {
      await finish(app, certificate, { changes: {}, continueAt: now })
      return
    }
    outcome = await settleFailure(app, acme, certificate, error)
    if (outcome.changes.orderUrl === null) await withdraw(acme, certificate.challenge, signal)
  }
  await finish(app, certificate, outcome)
}

async function take(step: Exclude<Step, { kind: 'rest' }>, work: Work): Promise<Outcome> {
  switch (step.kind) {
    case 'order':
      return await order(work)
    case 'prove': {
      const offered = await listOfferedDomains(work.app.db)
      const isOwnZone = isInZones(
        work.certificate.name,
        offered.map(({ domain }) => domain),
      )
      return await prove(work, listChallengeKinds(work.certificate, work.acme.config, isOwnZone))
    }
    case 'answer':
      return await answer(work, step.challenge)
    case 'follow':
      return await follow(work)
    case 'ask-renewal':
      return await askRenewal(work)
    default:
      return step satisfies never
  }
}

/** Records the outcome of a step, releases the certificate, and enqueues the next step. */
async function finish(
  app: App,
  certificate: Certificate,
  { changes, continueAt, edgeUpdate }: Omit<Outcome, 'continueAt'> & { continueAt: Date | undefined },
): Promise<void> {
  const { id, name } = certificate
  await app.change(async (trx, tell) => {
    // The counter is locked before the row, as everything that changes both does.
    const version = edgeUpdate && (await repository.raiseVersion(trx))
    const given: Updateable<CertificateTable> = { ...changes, leaseId: null, leaseEndsAt: null }
    if (edgeUpdate === 'challenge') given.challengeVersion = version
    if (!(await repository.updateLeased(trx, certificate, given))) return
    if (edgeUpdate === 'certificate' && version !== undefined) await repository.noteVersion(trx, name, version)
    if (version !== undefined) tell('certificatesChanged', 'edges', { version })
    const { accountId } = certificate
    if (accountId !== null && isVisible(changes)) {
      for (const domainId of await repository.listDomainIds(trx, accountId, name)) {
        tell('domainChanged', accountId, { domainId })
      }
      for (const gatewayId of await repository.listGatewayIds(trx, accountId, name)) {
        tell('gatewayChanged', accountId, { gatewayId })
      }
    }
    if (continueAt) {
      await enqueue(trx, { kind: advanceJob, payload: { certificateId: id }, runAt: continueAt, key: id })
    }
  })
}

/** Reports whether the dashboard shows what changed. */
function isVisible(changes: Updateable<CertificateTable>): boolean {
  return 'chain' in changes || 'lastError' in changes || 'orderUrl' in changes || 'renewsAt' in changes
}

/** Returns when a certificate is tried again, and what its owner reads. The certificate that is served stays. */
async function settleFailure(app: App, acme: AcmeAccess, certificate: Certificate, error: unknown): Promise<Outcome> {
  const directoryUrl = chooseDirectory(certificate, acme)
  const { error: lastError, advice } = explain(certificate.name, authorityName(directoryUrl), error)
  const refused = error instanceof AcmeError && !isOfName(error) ? error : undefined
  const isAuthoritys = refused !== undefined || error instanceof StalledOrder
  if (!isAuthoritys && !(error instanceof NameFault) && !(error instanceof AcmeError)) {
    if (!(error instanceof InstallationFault)) throw error
    app.log.error({ err: error, certificate: certificate.name }, 'a certificate cannot be ordered')
  }
  const now = app.clock.now()
  const failures = certificate.failures + 1
  const authorityFailures = certificate.authorityFailures + (isAuthoritys ? 1 : 0)
  let nextAttemptAt = addMs(now, backoffMs(failures))
  if (refused !== undefined) {
    if (refused.type === 'accountDoesNotExist') await forgetAccount(app, { directoryUrl })
    const pausedUntil = await pauseAfter(app, { directoryUrl }, refused, {
      name: certificate.name,
      pauseReason: lastError,
    })
    if (pausedUntil !== undefined) nextAttemptAt = pausedUntil
  }
  if (isAuthoritys) {
    app.log.warn({ err: error, certificate: certificate.name, authority: directoryUrl }, 'an authority failed')
  }
  const { length } = acme.config.authorities
  const staysHere =
    chooseAuthority(authorityFailures, length) === chooseAuthority(certificate.authorityFailures, length)
  const isResumed = refused !== undefined && staysHere && isTransient(refused)
  // Another authority is asked at once.
  if (isAuthoritys && !staysHere) nextAttemptAt = now
  return {
    changes: { ...(isResumed ? {} : noOrder), failures, authorityFailures, lastError, advice, nextAttemptAt },
    continueAt: nextAttemptAt,
    edgeUpdate: !isResumed && certificate.challengeVersion !== null ? 'challenge-ended' : undefined,
  }
}

/** Reports whether an order may continue after a failure: the authority was unavailable, and has not refused it. */
function isTransient({ status, type }: AcmeError): boolean {
  return type === 'connection' || status === undefined || status >= 500 || status === 429
}
