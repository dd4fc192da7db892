import { randomUUID } from 'node:crypto'
import { addMonths, firstPeriod } from '../../features/invoices/rules.ts'
import { openInvoice } from '../../features/invoices/service.ts'
import { addProvider } from '../../features/sign-in-providers/operator.ts'
import { listProviders } from '../../features/sign-in-providers/service.ts'
import { getFreePlan, getPlan } from '../../features/plans/service.ts'
import type { PlanChangeMode } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { asOperator } from '../../platform/audit/service.ts'
import { requestSignIn } from '../command-line-sign-in.ts'
import { sealErrorReport } from '../error-report.ts'
import {
  AddDomainDocument,
  AddIpRestrictionDocument,
  CreateApiKeyDocument,
  CreateTrustDocument,
  CreateWebhookDocument,
  TestWebhookDocument,
  InviteMemberDocument,
  RevokeInviteDocument,
  ShareRequestDocument,
} from '../generated/documents.ts'
import { makeRequest, reportRequests } from '../recorded-requests.ts'
import type { Member } from '../seed.ts'
import { password, signUp } from '../sign-up.ts'
import type { World } from './actors.ts'

// What the rows of the permission table operate on: each creates a new one, because an object can be deleted only once.

/** A name that no other row and no other actor uses. */
export const unique = () => randomUUID().slice(0, 8)

export const aMonth = () => ({ from: '2026-01-01', to: '2026-01-31' })

export const ofAccount = ({ accountId }: World) => ({ input: { accountId } })

export const anyId = () => ({ id: randomUUID() })

export const ofNewGateway = async ({ owner }: World) => ({ gatewayId: (await owner.gateway(`g-${unique()}`)).id })

export const newGateway = async ({ owner }: World) => ({ input: { id: (await owner.gateway(`g-${unique()}`)).id } })

/** A running agent, with its account. */
export const newAgentOf = async ({ owner, accountId }: World) => ({ accountId, agentId: (await owner.agent()).id })

/** The id of a request that a running agent carried. */
export const newRequest = async ({ api, owner }: World) => {
  const { id: agentId } = await owner.agent()
  const request = makeRequest(api, owner, { agentId })
  await reportRequests(api, [request])
  return request.id
}

const share = async (world: World, { client, accountId }: Member) => {
  const id = await newRequest(world)
  await client.run(ShareRequestDocument, { input: { accountId, id, days: 1 } })
  return { accountId, id }
}

/** A request that the owner has shared. */
export const newShare = async (world: World) => ({ input: await share(world, world.owner) })

/** A request that the viewer has shared. */
export const shareOfViewer = async (world: World) => await share(world, world.viewer)

export const newUserCode = async ({ api }: World) => ({ userCode: (await requestSignIn(api)).userCode })

export const newErrorReport = async ({ api, owner }: World) => {
  const { subdomain: hostname } = await owner.gateway(`g-${unique()}`)
  return { report: await sealErrorReport({ hostname }, api.clock.now()) }
}

export const newDomainName = ({ accountId }: World) => ({ input: { accountId, domain: `${unique()}.example.com` } })

export const newEmail = () => ({ input: { email: `${unique()}@example.com` } })

export const newDomain = async ({ owner: { client, accountId } }: World) => {
  const { addDomain } = await client.run(AddDomainDocument, {
    input: { accountId, domain: `${unique()}.example.com` },
  })
  return { input: { id: addDomain.domain.id } }
}

/** The name of a provider with which users can sign in. No request is sent to it, because GitHub needs no discovery. */
export const aProvider = async ({ api: { app } }: World) => {
  const known = (await listProviders(app.db)).find(({ id }) => id === 'github')
  if (known) return known.id
  const terms = { label: 'GitHub', clientId: 'none', clientSecret: 'none', allowedDomains: [], createsUsers: true }
  return (await addProvider(app, { id: 'github', kind: 'GITHUB', issuer: undefined, ...terms })).id
}

/** A domain that its account has verified. */
export const verifiedDomain = async (world: World) => {
  const { input } = await newDomain(world)
  const { db } = world.api.app
  await db.updateTable('domains').set({ status: 'verified' }).where('id', '=', input.id).execute()
  return { id: input.id }
}

/** A domain that its account has verified, by the other name of its id. */
export const verifiedDomainId = async (world: World) => ({ input: { domainId: (await verifiedDomain(world)).id } })

let lastAddress = 0

export const newAddress = () => {
  lastAddress += 1
  return `10.0.${lastAddress >> 8}.${lastAddress & 255}`
}

export const newRestriction = async ({ owner: { client, accountId } }: World) => {
  const { addIpRestriction } = await client.run(AddIpRestrictionDocument, {
    input: { accountId, ipAddress: newAddress() },
  })
  return { input: { id: addIpRestriction.ipRestriction.id } }
}

export const newApiKey = async ({ owner: { client, accountId } }: World) => {
  const { createApiKey } = await client.run(CreateApiKeyDocument, {
    input: { accountId, name: 'To be revoked', scopes: ['READ_USAGE'] },
  })
  return { input: { id: createApiKey.apiKey.id } }
}

export const aTrust = ({ accountId }: World) => ({
  input: {
    accountId,
    name: 'Previews',
    issuer: 'https://issuer.example.com',
    conditions: [{ claim: 'sub', value: 'acme' }],
    hostnamePrefix: 'acme-',
    label: 'acme',
    ttlSeconds: 60,
  },
})

export const newTrust = async (world: World) => {
  const { createTrust } = await world.owner.client.run(CreateTrustDocument, aTrust(world))
  return { input: { id: createTrust.trust.id } }
}

/** A webhook of the account, which may have few: earlier ones are deleted. */
export const newWebhook = async ({ api, owner: { client, accountId } }: World) => {
  await api.app.db.deleteFrom('webhooks').where('accountId', '=', accountId).execute()
  const { createWebhook } = await client.run(CreateWebhookDocument, {
    input: { accountId, url: 'https://example.com/', format: 'STANDARD', kinds: ['AGENT_LOST'], events: [] },
  })
  return { input: { id: createWebhook.webhook.id } }
}

export const newDelivery = async (world: World) => {
  const { testWebhook } = await world.owner.client.run(TestWebhookDocument, await newWebhook(world))
  return { input: { id: testWebhook.delivery.id } }
}

export const newMemberId = async ({ owner }: World) => (await owner.invite('Mia', 'viewer')).membershipId

export const invite = async ({ api, owner: { client, accountId } }: World, email: string) => {
  // One account sends more invitations here than it may in a day.
  await api.app.db
    .updateTable('teamInvites')
    .set({ createdAt: addMs(api.clock.now(), -24 * 60 * 60 * 1_000) })
    .where('accountId', '=', accountId)
    .execute()
  return (await client.run(InviteMemberDocument, { input: { accountId, email, role: 'viewer' } })).inviteMember.invite
}

/** The secret of an invitation for the outsider. */
export const inviteToken = async (world: World) => {
  const { url } = await invite(world, world.outsider.user.email ?? '')
  return { input: { token: URL.parse(url ?? '')?.searchParams.get('invite_token') } }
}

export const agentOfViewer = async ({ viewer }: World) => (await viewer.agent()).id

export const counters = { requestCount: 1, dataIn: 1, dataOut: 1 }

/** A session to refresh or to end, of a user who is not in the table. */
export const newRefreshToken = async ({ api }: World) => {
  await api.app.rateLimiter.forget('signUpFromClient', '127.0.0.1')
  return { input: { refreshToken: (await signUp(api)).refreshToken } }
}

/** All actors have one address here, and send more requests than it may. */
export const newContactRequest = async ({ api }: World) => {
  await api.app.rateLimiter.forget('contactFromClient', '127.0.0.1')
  return { input: { type: 'issue', issue: { title: 'Broken', description: 'Always', email: 'ada@example.com' } } }
}

const setPlanChanges = async ({ api }: World, planChanges: PlanChangeMode) => {
  await api.app.db.updateTable('globalConfig').set({ planChanges }).execute()
}

export const newPlan = async (world: World) => {
  await setPlanChanges(world, 'coming_soon')
  const { accountId, api } = world
  const { id: planId } = await getFreePlan(api.app.db)
  return { input: { accountId, planId } }
}

let invoicedPeriods = 0

export const newInvoice = async (world: World) => {
  await setPlanChanges(world, 'manual')
  invoicedPeriods += 1
  const { accountId, api } = world
  const { id } = await api.app.change(async (trx) =>
    openInvoice(trx, asOperator(api.app), {
      accountId,
      plan: await getPlan(trx, accountId),
      price: 12,
      overage: null,
      ...firstPeriod(addMonths(api.clock.now(), invoicedPeriods)),
    }),
  )
  return { id }
}

export const signInInput = async ({ api }: World) => ({ input: { email: (await signUp(api)).email, password } })

export const ownerAsMember = async ({ owner }: World) => ({ id: owner.membershipId })

export const newMember = async (world: World) => ({ id: await newMemberId(world) })

export const newInvite = (world: World) => invite(world, `${unique()}@example.com`)

export const revokedInvite = async (world: World) => {
  const { id } = await newInvite(world)
  await world.owner.client.run(RevokeInviteDocument, { input: { id } })
  return { id }
}
