import type { Clock } from '../../ground/clock.ts'
import type { AcmeAccess } from '../../platform/acme/access.ts'
import type { App } from '../../platform/app.ts'
import { openAccountKey } from './authorities.ts'
import { findAcmeAccount } from './authority-repository.ts'
import { authorityName } from './explain.ts'

/** The authority that issues certificates for custom domains, and how CAA records name it. */
export interface Issuer {
  /** For example Let's Encrypt. */
  name: string
  /** The domain names by which CAA records name it. */
  identities: readonly string[]
  /** The installation's account there. */
  accountUri: string
  /** How it may validate a custom domain. */
  methods: readonly string[]
}

/** How long an authority's description of itself is cached. */
const cacheMs = 60 * 60_000
/** How long it may take to answer. */
const timeoutMs = 5_000

const identitiesOf = new WeakMap<AcmeAccess, { identities: readonly string[]; readAt: number }>()

/**
 * Resolves with the authority that is asked first for the certificates of custom domains. Undefined if there is none, before the installation has
 * its account there, and while it does not answer.
 */
export async function findIssuer({ acme, db, clock }: Pick<App, 'acme' | 'db' | 'clock'>): Promise<Issuer | undefined> {
  if (acme === undefined) return undefined
  const [{ directoryUrl }] = acme.config.authorities
  const account = await findAcmeAccount(db, directoryUrl)
  if (account === undefined || account.url === null) return undefined
  const { url } = account
  const identities = await readIdentities(acme, clock, async () => {
    const client = acme.clientFor({ directoryUrl, key: openAccountKey(acme, account), url })
    const { caaIdentities } = await client.readDirectory(AbortSignal.timeout(timeoutMs))
    return caaIdentities
  })
  if (identities === undefined) return undefined
  // The zones of custom domains belong to their owners: nothing is set there.
  const methods = acme.config.challenges.filter((kind) => kind !== 'dns-01')
  return { name: authorityName(directoryUrl), identities, accountUri: url, methods }
}

async function readIdentities(
  acme: AcmeAccess,
  clock: Clock,
  read: () => Promise<readonly string[]>,
): Promise<readonly string[] | undefined> {
  const nowMs = clock.now().getTime()
  const known = identitiesOf.get(acme)
  if (known && nowMs - known.readAt < cacheMs) return known.identities
  // An authority that is unavailable is no finding about a domain.
  const identities = await read().catch(() => known?.identities)
  if (identities) identitiesOf.set(acme, { identities, readAt: nowMs })
  return identities
}
