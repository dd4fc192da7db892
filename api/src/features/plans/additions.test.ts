import { expect, it } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import {
  AddDomainDocument,
  AddIpRestrictionDocument,
  AdditionsDocument,
  InviteMemberDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'

const ask = async ({ client }: Member, { accountId }: Member) =>
  (await client.run(AdditionsDocument, { accountId })).account

/** Adds one of everything that the plan limits. */
const additions = ({ client, accountId, gateway }: Member, name: string) => ({
  gateway: () => gateway(name),
  domain: () => client.run(AddDomainDocument, { input: { accountId, domain: `${name}.example.com` } }),
  ipRestriction: () => client.run(AddIpRestrictionDocument, { input: { accountId, ipAddress: '203.0.113.7' } }),
  member: () =>
    client.run(InviteMemberDocument, { input: { accountId, email: `${name}@example.com`, role: 'viewer' } }),
})

describeApi('what the viewer can add', (api) => {
  it('is allowed up to the limit, and then refused with the message of the mutation', async () => {
    const limits = { maxSubpoints: 1, maxDomains: 1, maxIpRestrictions: 1, maxTeamMembers: 2 }
    const ada = await (await api.seed.owner('Ada')).withLimits(limits)
    const yes = { allowed: true, refusal: null }
    expect(await ask(ada, ada)).toEqual({ gateway: yes, domain: yes, ipRestriction: yes, member: yes })

    for (const add of Object.values(additions(ada, 'first'))) await add()
    const answers = await ask(ada, ada)
    const second = additions(ada, 'second')
    for (const what of ['gateway', 'domain', 'ipRestriction', 'member'] as const) {
      const { allowed, refusal } = answers[what]
      expect({ what, allowed, reason: refusal?.reason }).toEqual({ what, allowed: false, reason: 'LIMIT_REACHED' })
      await expect(second[what]()).rejects.toMatchObject({ message: `${refusal?.title}. ${refusal?.text}` })
    }
  })

  it('is refused to a viewer as NOT_IN_PLAN if the plan has none of it, and otherwise as ROLE', async () => {
    const ada = await (await api.seed.owner('Ada')).withLimits({ maxDomains: 0, maxIpRestrictions: 1 })
    await additions(ada, 'only').ipRestriction()
    const vera = await ada.invite('Vera', 'viewer')
    const role = {
      reason: 'ROLE',
      text: 'Your role in this account is viewer; this takes super_admin or admin. Ask one of them to do it.',
    }
    expect(await ask(vera, ada)).toMatchObject({
      gateway: { allowed: false, refusal: role },
      domain: { allowed: false, refusal: { reason: 'NOT_IN_PLAN', title: 'Custom Domains Not Available' } },
      ipRestriction: { allowed: false, refusal: role },
      member: { allowed: false, refusal: role },
    })
  })
})
