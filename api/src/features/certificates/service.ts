import type {
  CertificateChallenge,
  DomainCertificate,
  FollowCertificatesInput,
  FollowCertificatesPayload,
  ServedCertificate,
} from '../../generated/schema.ts'
import { sealCertificateKey } from '@culvert/schema/sealed-keys'
import { addMs, dayMs } from '../../ground/clock.ts'
import type { ApiConfig } from '../../ground/config.ts'
import { checkEdge } from '../../platform/access/authorize.ts'
import type { App } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import { chooseDirectory } from './authorities.ts'
import { deleteOrdersBefore } from './authority-repository.ts'
import { authorityName } from './explain.ts'
import * as repository from './repository.ts'
import { checkEdgeId, checkHostnames, isServed, keyPurpose, listCovering, type Certificate } from './rules.ts'
import type { Challenge } from './table.ts'

/** Returns the certificates for hostnames, for edges. */
export async function listServedCertificates(
  context: RequestContext,
  hostnames: readonly string[],
): Promise<ServedCertificate[]> {
  checkEdge(context)
  checkHostnames(hostnames)
  const { acme, config, db, clock } = context
  if (acme === undefined) return []
  const wanted = [...new Set(hostnames.flatMap(listCovering))]
  const found = await repository.listServed(db, wanted, clock.now())
  const byName = new Map(found.map((certificate) => [certificate.name, certificate]))
  // The nearest one of each hostname; several hostnames may share one.
  const nearest = hostnames.flatMap((hostname) => listCovering(hostname).find((name) => byName.has(name)) ?? [])
  return [...new Set(nearest)].flatMap((name) => {
    const certificate = byName.get(name)
    if (certificate?.expiresAt === undefined || certificate.expiresAt === null) return []
    const { id, version, chain, sealedKey, expiresAt } = certificate
    try {
      const key = acme.sealing.open(sealedKey, keyPurpose({ id }))
      return { id, name, version, chain, sealedKey: sealCertificateKey(key, name, config.edgeSecret), expiresAt }
    } catch (error) {
      // One key that does not open must not keep other names from being served.
      context.log.error({ err: error, certificate: name }, 'a certificate cannot be served')
      return []
    }
  })
}

const namesPerPage = 500
/** More than can be open: orders that begin at the same moment may exceed their limit by a few. */
const challengesPerPage = 1_000

/** Records how far an edge has come, and returns what changed since. */
export async function followCertificates(
  context: RequestContext,
  { edgeId, version }: FollowCertificatesInput,
): Promise<FollowCertificatesPayload> {
  checkEdge(context)
  checkEdgeId(edgeId)
  const { db, clock } = context
  // Read before the challenges: an edge that has come so far shows all that were there at this version.
  const latest = await repository.getVersion(db)
  // A version from another database, or from before a backup was restored, is above the latest: the edge sees that in the answer.
  const since = Math.min(version ?? latest, latest)
  await repository.upsertFollower(db, edgeId, since, clock.now())
  const changes = await repository.listChanges(db, { since, upTo: latest, limit: namesPerPage + 1 })
  const page = changes.slice(0, namesPerPage)
  const hasMore = changes.length > namesPerPage
  const challenges = await repository.listChallenges(db, challengesPerPage)
  return {
    names: page.map(({ name }) => name),
    version: hasMore ? (page.at(-1)?.version ?? since) : latest,
    hasMore,
    challenges: challenges.map(({ name, challenge }) => toShown(name, challenge)),
  }
}

/** Yields the version of each change from now on, for every edge. */
export function subscribeToCertificates(context: RequestContext): AsyncIterableIterator<{ version: number }> {
  checkEdge(context)
  return context.events.subscribe('certificatesChanged', 'edges')
}

/** Returns the state of the certificate that an account has for a name; null while none is wanted, and if none are ordered. */
export async function describeCertificateOf(
  { acme, clock, loaders }: RequestContext,
  { name, accountId }: { name: string; accountId: string },
): Promise<DomainCertificate | null> {
  if (acme === undefined) return null
  const certificate = await loaders.certificate.load(name)
  if (certificate?.accountId !== accountId) return null
  const { issuedAt, expiresAt, renewsAt, nextAttemptAt, lastError, advice, authority } = certificate
  return {
    stage: stageOf(certificate, clock.now()),
    authority: authorityName(authority ?? chooseDirectory(certificate, acme)),
    issuedAt,
    expiresAt,
    renewsAt,
    nextAttemptAt,
    lastError,
    advice,
  }
}

/** Returns the name of the authority that is asked first; null if there is none. */
export function nameAuthority({ certificates }: Pick<ApiConfig, 'certificates'>): string | null {
  return certificates === undefined ? null : authorityName(certificates.authorities[0].directoryUrl)
}

/** Deletes what no longer counts: old orders, and edges that are gone. */
export async function pruneCertificates({ db, clock }: App): Promise<void> {
  const now = clock.now()
  await deleteOrdersBefore(db, addMs(now, -8 * dayMs))
  await repository.deleteFollowersBefore(db, addMs(now, -dayMs))
}

function stageOf(certificate: Certificate, now: Date): DomainCertificate['stage'] {
  if (isServed(certificate, now)) return 'READY'
  return certificate.orderUrl === null ? 'WAITING' : 'ORDERING'
}

function toShown(hostname: string, challenge: Challenge): CertificateChallenge {
  const nothing = { token: null, keyAuthorization: null, chain: null, key: null }
  if (challenge.kind === 'tls-alpn-01') {
    return { ...nothing, type: 'TLS_ALPN_01', hostname, chain: challenge.chain, key: challenge.key }
  }
  if (challenge.kind === 'http-01') {
    const { token, keyAuthorization } = challenge
    return { ...nothing, type: 'HTTP_01', hostname, token, keyAuthorization }
  }
  throw new Error(`The challenge of ${hostname} is shown in DNS, not by edges.`)
}
