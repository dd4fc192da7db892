import { randomUUID } from 'node:crypto'
import { addMonths, firstPeriod } from '../../features/invoices/rules.ts'
import { openInvoice } from '../../features/invoices/service.ts'
import { getFreePlan, getPlan } from '../../features/plans/service.ts'
import type { PlanChangeMode } from '../../generated/schema.ts'
import { addMs } from '../../ground/clock.ts'
import { asOperator } from '../../platform/audit/service.ts'
import { askToSignIn } from '../command-line-sign-in.ts'
import { sealErrorReport } from '../error-report.ts'
import {
  AddDomainDocument,
  AddIpRestrictionDocument,
  CreateApiKeyDocument,
  InviteMemberDocument,
  RevokeInviteDocument,
} from '../generated/documents.ts'
import { password, signUp } from '../sign-up.ts'
import type { World } from './actors.ts'

// What the rows of the permission table ask for: each makes it anew, for a thing can be deleted once only.

/** Something that no other row and no other actor has. */
export const unique = () => randomUUID().slice(0, 8)

export const aMonth = () => ({ from: '2026-01-01', to: '2026-01-31' })

export const ofAccount = ({ accountId }: World) => ({ input: { accountId } })

export const newGateway = async ({ owner }: World) => ({ input: { id: (await owner.gateway(`g-${unique()}`)).id } })

export const newUserCode = async ({ api }: World) => ({ userCode: (await askToSignIn(api)).userCode })

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

export const newMemberId = async ({ owner }: World) => (await owner.invite('Mia', 'viewer')).membershipId

export const invite = async ({ api, owner: { client, accountId } }: World, email: string) => {
  // One account invites here more often than it may in a day.
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

/** A session to refresh or to end, of somebody who is nobody in the table. */
export const newRefreshToken = async ({ api }: World) => ({ input: { refreshToken: (await signUp(api)).refreshToken } })

/** Everybody here has one address, and more of them than it may send. */
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
