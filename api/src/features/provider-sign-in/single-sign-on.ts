import type { SetSingleSignOnInput } from '../../generated/schema.ts'
import { type AppError, conflict } from '../../ground/errors.ts'
import { authorizeOn } from '../../platform/access/authorize.ts'
import { listChanges } from '../../platform/audit/rules.ts'
import { asSystem, recordAudit } from '../../platform/audit/service.ts'
import type { RequestContext } from '../../platform/context.ts'
import type { Domain } from '../domains/rules.ts'
import { getLiveDomain } from '../domains/service.ts'
import { lockAccountFor } from '../accounts/service.ts'
import { checkFreshProof } from '../factors/service.ts'
import { endSessionsOfDomain } from '../sessions/service.ts'
import type { SingleSignOn } from '../sign-in-providers/rules.ts'
import {
  endSingleSignOnsOf,
  findSingleSignOn,
  lockProviderShared,
  putSingleSignOn,
} from '../sign-in-providers/service.ts'
import { parseMemberRole } from '../team/rules.ts'

/** Makes people with an address of a verified domain sign in with a provider, at once: their sessions end. */
export async function setSingleSignOn(context: RequestContext, input: SetSingleSignOnInput): Promise<Domain> {
  const { domainId, providerId } = input
  const { accountId } = await getDomainFor(context, domainId)
  await checkFreshProof(context, { ofEverybody: true })
  const role = parseMemberRole(input.role)
  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageSingleSignOn', accountId)
    const domain = await getLiveDomain(trx, domainId)
    if (domain.status !== 'verified') throw notVerified(domain)
    await lockProviderShared(trx, providerId)
    const createdAt = context.clock.now()
    const singleSignOn = { domainId, accountId, domain: domain.domain, providerId, role, createdAt }
    const before = await findSingleSignOn(trx, domain.domain)
    await putSingleSignOn(trx, singleSignOn)
    if (before?.providerId !== providerId) {
      await endSessionsOfDomain({ trx, tell, source: asSystem(context) }, singleSignOn)
    }
    await recordAudit(trx, context, {
      action: 'domain.single_sign_on_set',
      accountId,
      objectType: 'domain',
      objectId: domainId,
      objectName: domain.domain,
      changes: listChanges(['provider', 'role'], toFacts(before), toFacts(singleSignOn)),
    })
    tell('domainChanged', accountId, { domainId })
    return domain
  })
}

/** Returns what the audit log says of single sign-on. */
function toFacts(singleSignOn: Pick<SingleSignOn, 'providerId' | 'role'> | undefined) {
  return { provider: singleSignOn?.providerId ?? null, role: singleSignOn?.role ?? null }
}

/** Ends single sign-on for a domain. Does nothing if there is none. */
export async function endSingleSignOn(context: RequestContext, domainId: string): Promise<Domain> {
  const { accountId } = await getDomainFor(context, domainId)
  await checkFreshProof(context, { ofEverybody: true })
  return await context.change(async (trx, tell) => {
    await lockAccountFor(trx, context, 'manageSingleSignOn', accountId)
    const domain = await getLiveDomain(trx, domainId)
    await endSingleSignOnsOf({ trx, tell, source: context }, { domainIds: [domainId] })
    tell('domainChanged', accountId, { domainId })
    return domain
  })
}

async function getDomainFor(context: RequestContext, id: string): Promise<Domain> {
  return await authorizeOn(context, 'manageSingleSignOn', 'domain', () => context.loaders.domain.load(id))
}

function notVerified({ domain }: Domain): AppError {
  return conflict(`${domain} is not verified. Verify it first: single sign-on is for domains that are yours.`)
}
