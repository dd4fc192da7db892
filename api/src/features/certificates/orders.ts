import { X509Certificate, createPrivateKey } from 'node:crypto'
import {
  AcmeError,
  createCertificateKey,
  dnsChallengeValue,
  keyAuthorization,
  type AcmeAuthorization,
  type AcmeChallenge,
  type AcmeOrder,
} from '@culvert/acme'
import { certificateId, createCsr, createTlsAlpnCertificate, readCertificate } from '@culvert/acme/certificate'
import { messageOf } from '@culvert/program'
import type { Updateable } from 'kysely'
import { addMs, dayMs } from '../../ground/clock.ts'
import type { AcmeAccess } from '../../platform/acme/access.ts'
import type { App } from '../../platform/app.ts'
import { isPaused, openAccountKey, returnBudget, takeBudget, type Authority } from './authorities.ts'
import { explainProblem, NameFault, StalledOrder } from './explain.ts'
import { checkBeforeOrder } from './preconditions.ts'
import * as repository from './repository.ts'
import {
  followersSince,
  keyPurpose,
  nextInformationAt,
  noOrder,
  pickWithin,
  renewalOf,
  type Certificate,
} from './rules.ts'
import type { CertificateTable, Challenge } from './table.ts'

/** The dependencies of the steps of an order. */
export interface Work {
  app: App
  acme: AcmeAccess
  certificate: Certificate
  authority: Authority
  signal: AbortSignal
}

/** The outcome of a step. */
export interface Outcome {
  changes: Updateable<CertificateTable>
  /** When the next step is due. */
  continueAt: Date
  /** What edges must learn of: a challenge to show or to stop showing, or a certificate to serve. */
  edgeUpdate?: 'challenge' | 'challenge-ended' | 'certificate'
}

const soonMs = 500
const pollMsMin = 1_000
const pollMsMax = 30_000
/** An authority that has not validated within this time no longer will. */
const validationMsMax = 10 * 60_000

/** How long an authority may take over an order from then on: some issue by hand, but none is asked about one order for ever. */
const issuingMsMax = dayMs
/** An edge that has not followed for this long is not waited for. */
const challengeShownMsMax = 30_000
const noEdge = 'No edge is available to show the authority that the name leads here.'
const noEdgeAdvice = 'Start an edge with EDGE_CERTIFICATES=api, or wait until it has started.'
/** The challenges that edges show at a time. */
const challengesMax = 500

/** Asks an authority for a certificate. */
export async function order(work: Work): Promise<Outcome> {
  const { app, acme, certificate, authority, signal } = work
  const now = app.clock.now()
  const { pausedUntil, pauseReason } = authority.account
  if (isPaused(authority.account, now) && pausedUntil !== null) {
    return { changes: { lastError: pauseReason, advice: null, nextAttemptAt: pausedUntil }, continueAt: pausedUntil }
  }
  const directory = await authority.client.readDirectory(signal)
  await checkBeforeOrder(app, certificate, { authority, identities: directory.caaIdentities })
  const budget = await takeBudget(app, certificate)
  if ('freeAt' in budget) {
    const lastError = `So many certificates were ordered for ${budget.registeredDomain} that the next must wait.`
    return { changes: { lastError, advice: null, nextAttemptAt: budget.freeAt }, continueAt: budget.freeAt }
  }
  const { profile } = acme.config
  const creating = authority.client.createOrder(
    {
      identifiers: [{ type: 'dns', value: certificate.name }],
      profile: profile !== undefined && profile in directory.profiles ? profile : undefined,
      // Renewals count for an authority where they replace one of its own (RFC 9773, section 5).
      replaces:
        certificate.chain !== null && certificate.authority === authority.directoryUrl
          ? certificateId(certificate.chain)
          : undefined,
    },
    signal,
  )
  // An authority that is away for hours must not use up a week's orders. One whose answer was lost returns the same order again.
  const { url } = await creating.catch(async (error: unknown) => {
    await returnBudget(app, budget.orderId)
    throw error
  })
  const changes = { orderUrl: url, orderAuthority: authority.directoryUrl, orderedAt: now, nextAttemptAt: null }
  return { changes, continueAt: now }
}

/** Chooses how the name is proven, and makes edges or name servers show it. */
export async function prove(work: Work, kinds: readonly Challenge['kind'][]): Promise<Outcome> {
  const { app, certificate } = work
  const now = app.clock.now()
  const current = await readOrder(work)
  if (current.status !== 'pending') return await proceed(work, current)
  const authorization = await readAuthorization(work, current)
  if (authorization.status === 'valid') {
    checkIssuing(work)
    return { changes: {}, continueAt: addMs(now, pollMsMin) }
  }
  if (authorization.status !== 'pending') throw refusal(work, current, authorization)
  if ((await repository.countChallenges(app.db)) >= challengesMax) {
    return { changes: {}, continueAt: addMs(now, pollMsMax) }
  }
  for (const kind of kinds) {
    // The authority may still be trying an earlier answer (RFC 8555, section 8.2), and is then asked to try again.
    const offered = authorization.challenges.find(
      ({ type, status }) => type === kind && (status === 'pending' || status === 'processing'),
    )
    if (offered === undefined) continue
    const challenge = await prepare(work, kind, offered)
    return {
      changes: { challenge: JSON.stringify(challenge), shownAt: now },
      continueAt: now,
      edgeUpdate: kind === 'dns-01' ? undefined : 'challenge',
    }
  }
  throw new NameFault({
    error: `${work.authority.name} offers no way to prove ${certificate.name} that is available here.`,
    advice: 'Add to ACME_CHALLENGES what the authority offers.',
  })
}

/** Tells the authority to validate, once every edge shows the challenge, or the name servers do. */
export async function answer(work: Work, challenge: Challenge): Promise<Outcome> {
  const { app, certificate, authority, signal } = work
  const now = app.clock.now()
  const isLate = certificate.shownAt !== null && addMs(certificate.shownAt, challengeShownMsMax) < now
  const shown = await isShown(work, challenge)
  if (shown === 'nowhere') {
    const changes = isLate ? { lastError: noEdge, advice: noEdgeAdvice } : {}
    return { changes, continueAt: addMs(now, isLate ? pollMsMax : soonMs) }
  }
  if (shown === 'partly' && !isLate) return { changes: {}, continueAt: addMs(now, soonMs) }
  await authority.client.answerChallenge(challenge.url, signal).catch((error: unknown) => {
    // A process told it before, and died before it could record that: the authorization shows the outcome.
    if (!(error instanceof AcmeError && error.type === 'malformed')) throw error
  })
  return { changes: { answeredAt: now }, continueAt: addMs(now, soonMs) }
}

/** Checks how far the authority has come, and continues from there. */
export async function follow(work: Work): Promise<Outcome> {
  const { app, certificate } = work
  const now = app.clock.now()
  const current = await readOrder(work)
  if (current.status !== 'pending') return await proceed(work, current)
  const authorization = await readAuthorization(work, current)
  if (authorization.status !== 'pending' && authorization.status !== 'valid') {
    throw refusal(work, current, authorization)
  }
  if (certificate.answeredAt !== null && addMs(certificate.answeredAt, validationMsMax) < now) {
    throw stalled(work, current, authorization)
  }
  return { changes: {}, continueAt: pollAt(now, current) }
}

/** Continues an order whose name is proven. */
async function proceed(work: Work, current: AcmeOrder): Promise<Outcome> {
  const { app, acme, certificate, authority, signal } = work
  const now = app.clock.now()
  if (current.status !== 'valid' && current.status !== 'invalid') checkIssuing(work)
  switch (current.status) {
    case 'ready': {
      // The key is stored before the authority gets its public part: a certificate without its key is lost.
      if (certificate.orderKey === null) {
        const orderKey = acme.sealing.seal(await createCertificateKey(), keyPurpose(certificate))
        return { changes: { orderKey }, continueAt: now }
      }
      const csr = await createCsr([certificate.name], acme.sealing.open(certificate.orderKey, keyPurpose(certificate)))
      const finalized = await authority.client.finalize(current.finalizeUrl, csr, signal)
      return { changes: {}, continueAt: finalized.status === 'valid' ? now : pollAt(now, finalized) }
    }
    case 'valid':
      return await download(work, current)
    case 'invalid': {
      const authorization = await readAuthorization(work, current)
      throw refusal(work, current, authorization)
    }
    case 'pending':
    case 'processing':
      return { changes: {}, continueAt: pollAt(now, current) }
    default:
      return current.status satisfies never
  }
}

async function download({ app, acme, certificate, authority, signal }: Work, current: AcmeOrder): Promise<Outcome> {
  const { name, orderKey, challenge } = certificate
  const now = app.clock.now()
  if (current.certificateUrl === undefined || orderKey === null) throw lostKey(authority, name)
  const chain = await authority.client.download(current.certificateUrl, signal)
  const { names, notBefore, notAfter } = readCertificate(chain)
  const key = createPrivateKey(acme.sealing.open(orderKey, keyPurpose(certificate)))
  if (!names.includes(name) || !new X509Certificate(chain).checkPrivateKey(key)) throw lostKey(authority, name)
  await withdraw(acme, challenge, signal)
  const { hasRenewalInfo } = await authority.client.readDirectory(signal)
  return {
    changes: {
      ...noOrder,
      chain,
      sealedKey: orderKey,
      authority: authority.directoryUrl,
      issuedAt: now,
      expiresAt: notAfter,
      renewsAt: renewalOf(notBefore, notAfter),
      informationDueAt: hasRenewalInfo ? now : null,
      nextAttemptAt: null,
      failures: 0,
      authorityFailures: 0,
      lastError: null,
      advice: null,
    },
    continueAt: now,
    edgeUpdate: 'certificate',
  }
}

/** Asks when the authority wants a certificate renewed. Without an answer, the plan stays. */
export async function askRenewal({ app, certificate, authority, signal }: Work): Promise<Outcome> {
  const now = app.clock.now()
  const { chain, renewsAt } = certificate
  try {
    const info = await authority.client.readRenewalInfo(certificateId(chain ?? ''), signal)
    const isPlanned = renewsAt !== null && renewsAt >= info.windowStart && renewsAt <= info.windowEnd
    const planned = isPlanned ? renewsAt : pickWithin(info.windowStart, info.windowEnd)
    const informationDueAt = nextInformationAt(now, info.retryAfter)
    return { changes: { renewsAt: planned, informationDueAt }, continueAt: earlier(planned, informationDueAt) }
  } catch (error) {
    if (!(error instanceof AcmeError)) throw error
    const informationDueAt = nextInformationAt(now, error.retryAfter)
    return { changes: { informationDueAt }, continueAt: earlier(renewsAt ?? now, informationDueAt) }
  }
}

/** Removes the TXT record of a challenge that is over. One that stays does no harm. */
export async function withdraw(
  { config }: AcmeAccess,
  challenge: Challenge | null,
  signal: AbortSignal,
): Promise<void> {
  if (challenge?.kind !== 'dns-01') return
  await config.dns?.withdraw(challenge.record, challenge.value, signal).catch(() => undefined)
}

async function readOrder({ certificate, authority, signal }: Work): Promise<AcmeOrder> {
  return await authority.client.readOrder(certificate.orderUrl ?? '', signal)
}

/** An order for one name has one authorization. */
async function readAuthorization(
  { authority, signal }: Work,
  { authorizationUrls: [url = ''] }: AcmeOrder,
): Promise<AcmeAuthorization> {
  return await authority.client.readAuthorization(url, signal)
}

async function prepare(
  { acme, certificate, authority, signal }: Work,
  kind: Challenge['kind'],
  { url, token }: AcmeChallenge,
): Promise<Challenge> {
  const answerText = await keyAuthorization(token, openAccountKey(acme, authority.account))
  switch (kind) {
    case 'http-01':
      return { url, kind, token, keyAuthorization: answerText }
    case 'tls-alpn-01':
      return { url, kind, ...(await createTlsAlpnCertificate(certificate.name, answerText)) }
    case 'dns-01': {
      const record = `_acme-challenge.${certificate.name.replace(/^\*\./, '')}`
      const value = dnsChallengeValue(answerText)
      await acme.config.dns?.publish(record, value, signal).catch((error: unknown) => {
        signal.throwIfAborted()
        throw new NameFault({
          error: `The TXT record of ${record} could not be set: ${messageOf(error)}`,
          advice: 'Check RFC2136_NAMESERVER and its key, or ACME_DNS_HOOK.',
        })
      })
      return { url, kind, record, value }
    }
    default:
      return kind satisfies never
  }
}

async function isShown(
  { app, acme, certificate, signal }: Work,
  challenge: Challenge,
): Promise<'everywhere' | 'partly' | 'nowhere'> {
  if (challenge.kind === 'dns-01') {
    return (await acme.isServed(challenge.record, challenge.value, signal)) ? 'everywhere' : 'partly'
  }
  const since = followersSince(app.clock.now())
  const { count, behind } = await repository.countFollowers(app.db, certificate.challengeVersion ?? 0, since)
  if (count === 0) return 'nowhere'
  return behind === 0 ? 'everywhere' : 'partly'
}

/** Explains why the authority does not accept the name as proven. */
function refusal({ certificate, authority }: Work, current: AcmeOrder, authorization: AcmeAuthorization): NameFault {
  const problem = authorization.challenges.find(({ error }) => error !== undefined)?.error ?? current.error
  const explained = problem ?? { type: authorization.status, detail: `its order is ${current.status}`, subproblems: [] }
  return new NameFault(explainProblem(certificate.name, authority.name, explained))
}

/** Explains why the authority has not decided: by the fault that it found so far, if it names one. */
function stalled(work: Work, current: AcmeOrder, authorization: AcmeAuthorization): NameFault {
  if (authorization.challenges.some(({ error }) => error !== undefined)) return refusal(work, current, authorization)
  const { certificate, authority } = work
  const error = `${authority.name} did not validate ${certificate.name} within ten minutes.`
  return new StalledOrder({ error, advice: null })
}

/** Throws if the authority has had a day for an order whose name is proven. */
function checkIssuing({ app, certificate, authority }: Work): void {
  const since = certificate.answeredAt ?? certificate.orderedAt
  if (since === null || addMs(since, issuingMsMax) >= app.clock.now()) return
  const error = `${authority.name} did not issue a certificate for ${certificate.name} within a day.`
  throw new StalledOrder({ error, advice: null })
}

/** Refuses a certificate without its key. The authority has answered, so that the order is over: it would issue the same again. */
function lostKey(authority: Authority, name: string): AcmeError {
  return new AcmeError(`${authority.name} issued a certificate for ${name} that does not belong to the order.`, {
    type: 'malformedAnswer',
    status: 200,
  })
}

function pollAt(now: Date, { retryAfter }: AcmeOrder): Date {
  const wishedMs = (retryAfter?.getTime() ?? 0) - now.getTime()
  return addMs(now, Math.min(Math.max(wishedMs, pollMsMin), pollMsMax))
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}
