import type { App } from '../../platform/app.ts'
import { recordAudits } from '../../platform/audit/service.ts'
import type { Db, Trx } from '../../platform/db/db.ts'
import { deleteRowsOf, type Ending } from '../../platform/endings.ts'
import type { ProviderClient } from '../../platform/identity-providers/provider.ts'
import * as repository from './repository.ts'
import { domainOf, noSuchProvider, type SignInProvider, type SingleSignOn } from './rules.ts'

/** Finds a provider. Throws NOT_FOUND when there is none. */
export async function getProvider(db: Db, id: string): Promise<SignInProvider> {
  const provider = (await repository.findProviders(db, [id])).get(id)
  if (!provider) throw noSuchProvider(id)
  return provider
}

/** Keeps a provider from being removed until the transaction ends. Throws NOT_FOUND if it was removed. */
export async function lockProviderShared(trx: Trx, id: string): Promise<SignInProvider> {
  const provider = await repository.lockProviderShared(trx, id)
  if (!provider) throw noSuchProvider(id)
  return provider
}

/** Returns the purpose for which a client's secret is sealed: it opens only as that of its own provider. */
export function purposeOf(providerId: string): string {
  return `client secret of ${providerId}`
}

/** Opens a provider, to ask it who somebody is. Rejects with a ProviderFault when it cannot be reached. */
export async function openProvider(app: App, provider: SignInProvider): Promise<ProviderClient> {
  const { id, kind, issuer, clientId, sealedSecret } = provider
  const clientSecret = sealedSecret === null ? null : (await app.openSealing()).open(sealedSecret, purposeOf(id))
  return await app.openIdentityProvider({ kind, issuer, clientId, clientSecret })
}

/** Finds the single sign-on that an e-mail address belongs to; undefined if there is none. */
export async function findSingleSignOnOf(db: Db, email: string | null): Promise<SingleSignOn | undefined> {
  return email === null ? undefined : await repository.findSingleSignOn(db, domainOf(email))
}

/** Sets up single sign-on of a domain, or changes it. */
export async function putSingleSignOn(trx: Trx, singleSignOn: SingleSignOn): Promise<void> {
  await repository.upsertSingleSignOn(trx, singleSignOn)
}

/** Ends single sign-on for domains, which are locked with their account. */
export async function endSingleSignOnsOf(
  { trx, source }: Ending,
  { domainIds }: { domainIds: readonly string[] },
): Promise<void> {
  const ended = await repository.deleteSingleSignOns(trx, domainIds)
  await recordAudits(
    trx,
    source,
    ended.map(({ domainId, accountId, domain, providerId }) => ({
      action: 'domain.single_sign_on_ended',
      accountId,
      objectType: 'domain',
      objectId: domainId,
      objectName: domain,
      changes: { provider: { from: providerId, to: null } },
    })),
  )
}

/** Ends single sign-on for every domain of an account that ends. */
export const deleteSingleSignOnsOf = deleteRowsOf('singleSignOns', 'accountId')

export { findSingleSignOn, listProviders } from './repository.ts'
