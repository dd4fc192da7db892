import { webPaths } from '@culvert/schema/web-paths'
import type { SignInProviderKind } from '../../generated/schema.ts'
import { AppError, badInput, conflict } from '../../ground/errors.ts'
import type { App } from '../../platform/app.ts'
import { listChanges } from '../../platform/audit/rules.ts'
import { asOperator, recordAudit } from '../../platform/audit/service.ts'
import type { Tell } from '../../platform/change.ts'
import type { Trx } from '../../platform/db/db.ts'
import { refuseDuplicates } from '../../platform/db/faults.ts'
import { ProviderFault } from '../../platform/identity-providers/provider.ts'
import * as repository from './repository.ts'
import {
  findDefaultIssuer,
  parseProviderId,
  parseTerms,
  type ProviderTerms,
  providersMax,
  type SignInProvider,
} from './rules.ts'
import { purposeOf } from './service.ts'

/** A provider as the operator sees it, without the client's secret. */
export interface KnownProvider extends Omit<SignInProvider, 'sealedSecret'> {
  hasSecret: boolean
  /** The redirect address to register with the provider. */
  redirectUri: string
}

/** The operator's terms of a new provider; of OIDC, the issuer too. */
export type NewProvider = Omit<ProviderTerms, 'issuer'> & {
  id: string
  kind: SignInProviderKind
  issuer: string | undefined
  clientSecret: string | null
}

/** Returns where a provider redirects browsers: each to a separate path, so that none answers for another (RFC 9700, section 4.4.2). */
export function toRedirectUri({ config }: Pick<App, 'config'>, id: string): string {
  return new URL(`${webPaths.signInWith}/${id}`, config.publicUrl).href
}

/** Returns every provider, in the order of their labels. */
export async function listKnownProviders(app: App): Promise<KnownProvider[]> {
  return (await repository.listProviders(app.db)).map((provider) => toKnown(app, provider))
}

/**
 * Adds a provider, once it has answered. Throws BAD_USER_INPUT, CONFLICT for a name that another one has or one too many, and UNAVAILABLE
 * when it cannot be reached.
 */
export async function addProvider(app: App, given: NewProvider): Promise<KnownProvider> {
  const { id, kind, clientSecret, issuer = findDefaultIssuer(kind), ...rest } = given
  if (issuer === undefined)
    throw badInput('issuer', 'Give the issuer of the provider, such as https://login.example.com.')
  if (kind === 'GITHUB' && clientSecret === null) {
    throw badInput(
      'clientSecret',
      'GitHub takes a client secret. Create one in the settings of the OAuth app, and give it in a file.',
    )
  }
  const terms = parseTerms({ ...rest, issuer })
  const now = app.clock.now()
  const provider: SignInProvider = {
    id: parseProviderId(id),
    kind,
    ...terms,
    sealedSecret: await seal(app, id, clientSecret),
    createdAt: now,
    updatedAt: now,
  }
  await tryProvider(app, provider, clientSecret)
  const change = app.change(async (trx, tell) => {
    if ((await repository.listProviders(trx)).length >= providersMax) {
      throw conflict(`There are ${providersMax} sign-in providers, which is the maximum. Remove one first.`)
    }
    await repository.insertProvider(trx, provider)
    await record(trx, app, tell, 'sign_in_provider.added', provider)
    return toKnown(app, provider)
  })
  const message = `There is a sign-in provider "${id}" already. Choose another name, or update that one.`
  return await refuseDuplicates(change, { sign_in_providers_pkey: () => conflict(message) })
}

/** The terms of a provider that an operator may change. The issuer stays: its subjects are people of that issuer. */
export type ProviderChanges = Partial<Omit<ProviderTerms, 'issuer'>> & { clientSecret?: string | null }

/** Changes a provider, once it has answered. Throws NOT_FOUND, BAD_USER_INPUT or UNAVAILABLE. */
export async function changeProvider(app: App, id: string, changes: ProviderChanges): Promise<KnownProvider> {
  const { clientSecret, ...given } = changes
  const before = await getNamed(app, id)
  const terms = parseTerms({ ...before, ...given })
  const sealedSecret = clientSecret === undefined ? before.sealedSecret : await seal(app, id, clientSecret)
  const secret =
    clientSecret === undefined
      ? before.sealedSecret && (await app.openSealing()).open(before.sealedSecret, purposeOf(id))
      : clientSecret
  await tryProvider(app, { ...before, ...terms }, secret)
  return await app.change(async (trx, tell) => {
    const after = await repository.updateProvider(trx, id, { ...terms, sealedSecret, updatedAt: app.clock.now() })
    if (!after) throw await noProviderNamed(app, id)
    await record(
      trx,
      app,
      tell,
      'sign_in_provider.changed',
      after,
      listChanges(termFields, toFacts(before), toFacts(after)),
    )
    return toKnown(app, after)
  })
}

/** Removes a provider, and its identities. Throws NOT_FOUND, or CONFLICT while domains have single sign-on by it. */
export async function removeProvider(app: App, id: string): Promise<KnownProvider> {
  return await app.change(async (trx, tell) => {
    const provider = await repository.lockProvider(trx, id)
    if (!provider) throw await noProviderNamed({ ...app, db: trx }, id)
    const domains = await repository.listDomainsBoundTo(trx, id)
    if (domains.length > 0) {
      throw conflict(
        `${domains.join(', ')} ${domains.length === 1 ? 'has' : 'have'} single sign-on by "${id}". Their owners must end it first.`,
      )
    }
    await repository.deleteProvider(trx, id)
    await record(trx, app, tell, 'sign_in_provider.removed', provider)
    return toKnown(app, provider)
  })
}

/** Reseals clients' secrets that are sealed with the previous secret. Returns how many. */
export async function resealClientSecrets(app: App): Promise<number> {
  const sealing = await app.openSealing()
  return await app.change(async (trx) => {
    let count = 0
    for (const { id, sealedSecret } of await repository.listProviders(trx)) {
      const resealed = sealedSecret && sealing.reseal(sealedSecret, purposeOf(id))
      if (resealed === sealedSecret) continue
      await repository.updateProvider(trx, id, { sealedSecret: resealed })
      count += 1
    }
    return count
  })
}

async function seal(app: App, id: string, clientSecret: string | null): Promise<string | null> {
  return clientSecret === null ? null : (await app.openSealing()).seal(clientSecret, purposeOf(id))
}

/** Tries a provider, so that a wrong address is found now, and not by the first person who wants to sign in. */
async function tryProvider(
  app: App,
  { kind, issuer, clientId }: SignInProvider,
  clientSecret: string | null,
): Promise<void> {
  try {
    await app.openIdentityProvider({ kind, issuer, clientId, clientSecret })
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error
    throw new AppError(
      'UNAVAILABLE',
      `${issuer} does not answer as a provider of OpenID Connect: ${error.message} Look at ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration.`,
    )
  }
}

async function getNamed(app: App, id: string): Promise<SignInProvider> {
  const provider = (await repository.findProviders(app.db, [id])).get(id)
  if (!provider) throw await noProviderNamed(app, id)
  return provider
}

async function noProviderNamed({ db }: Pick<App, 'db'>, id: string): Promise<AppError> {
  const known = (await repository.listProviders(db)).map((provider) => provider.id)
  const hint = known.length === 0 ? 'There is none yet.' : `There are: ${known.toSorted().join(', ')}.`
  return new AppError('NOT_FOUND', `There is no sign-in provider "${id}". ${hint}`)
}

const termFields = ['label', 'issuer', 'clientId', 'allowedDomains', 'createsUsers'] as const

/** Returns a provider's terms as the audit log has them. */
function toFacts({ label, issuer, clientId, allowedDomains, createsUsers }: SignInProvider) {
  return { label, issuer, clientId, allowedDomains: allowedDomains.join(', '), createsUsers }
}

function toKnown(app: App, { sealedSecret, ...provider }: SignInProvider): KnownProvider {
  return { ...provider, hasSecret: sealedSecret !== null, redirectUri: toRedirectUri(app, provider.id) }
}

async function record(
  trx: Trx,
  app: App,
  tell: Tell,
  action: string,
  { id, label }: SignInProvider,
  changes: ReturnType<typeof listChanges> | null = null,
): Promise<void> {
  tell('siteChanged', 'all', {})
  await recordAudit(trx, asOperator(app), {
    action,
    accountId: null,
    objectType: 'sign_in_provider',
    objectId: id,
    objectName: label,
    changes,
  })
}
