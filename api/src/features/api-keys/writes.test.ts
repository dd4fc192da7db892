import { describe, expect, it } from 'vitest'
import type { ApiKeyScope } from '../../generated/schema.ts'
import { createKey } from '../../testing/api-keys.ts'
import { describeApi } from '../../testing/api.ts'
import {
  AddDomainDocument,
  ApiKeysDocument,
  AuditLogDocument,
  ChangeMemberRoleDocument,
  CreateGatewayDocument,
  DeleteDomainDocument,
  DeleteGatewayDocument,
  InviteMemberDocument,
  LeaveAccountDocument,
  OneAgentDocument,
  ReadAccountDocument,
  RemoveMemberDocument,
  RevokeInviteDocument,
  StartAgentDocument,
  StopAgentDocument,
  TeamDocument,
  UpdateGatewayDocument,
  VerifyDomainDocument,
} from '../../testing/generated/documents.ts'
import { findMail } from '../../testing/mails.ts'
import type { Member } from '../../testing/seed.ts'

const notFound = { code: 'NOT_FOUND' }

/** Returns the actions of an actor in an account, oldest first. */
const readLog = async ({ client, accountId }: Member, actorId: string) => {
  const page = { accountId, actorId, pageSize: 50 }
  const { nodes } = (await client.run(AuditLogDocument, page)).account.auditLog
  return nodes
    .map(({ action, actorKind, actor, credentialId, apiKeyName }) => ({
      action,
      actorKind,
      actor,
      credentialId,
      apiKeyName,
    }))
    .toReversed()
}

/** These actions, as taken by a key. */
const byKey = (credentialId: string, ...actions: string[]) =>
  actions.map((action) => ({
    action,
    actorKind: 'API_KEY',
    actor: null,
    credentialId,
    apiKeyName: 'Deploys',
  }))

describeApi('API keys that write', (api) => {
  const keyFor = (ada: Member, ...scopes: ApiKeyScope[]) => createKey(api, ada, { name: 'Deploys', scopes })
  it('create, change and delete gateways, and appear in the audit log under their own id', async () => {
    const ada = await api.seed.owner('Ada')
    const { accountId } = ada
    const { id: keyId, client } = await keyFor(ada, 'MANAGE_GATEWAYS')
    const input = { accountId, name: 'preview', domain: 'culvert.localhost' }
    const { id, subdomain } = (await client.run(CreateGatewayDocument, { input })).createGateway.gateway
    expect(subdomain).toContain(`preview-${ada.namespace}.`)
    await client.run(UpdateGatewayDocument, { input: { id, description: 'Pull request 7' } })
    await client.run(DeleteGatewayDocument, { input: { id } })
    expect(await readLog(ada, keyId)).toEqual(byKey(keyId, 'gateway.created', 'gateway.updated', 'gateway.deleted'))
    await expect(client.run(ReadAccountDocument, { accountId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('READ_ACCOUNT'),
    })
  })

  it('reserve no more gateways than the plan allows', async () => {
    const ada = await (await api.seed.owner('Ada')).withLimits({ maxSubpoints: 1 })
    const { client } = await keyFor(ada, 'MANAGE_GATEWAYS')
    const create = (name: string) =>
      client.run(CreateGatewayDocument, { input: { accountId: ada.accountId, name, domain: 'culvert.localhost' } })
    await create('one')
    await expect(create('two')).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
  })

  it('add, check and delete domains', async () => {
    const ada = await (await api.seed.owner('Ada')).withLimits({ maxDomains: 1 })
    const { id: keyId, client } = await keyFor(ada, 'MANAGE_DOMAINS')
    const input = { accountId: ada.accountId, domain: `keys-${ada.namespace}.example.com` }
    const { id } = (await client.run(AddDomainDocument, { input })).addDomain.domain
    await client.run(VerifyDomainDocument, { input: { id } })
    await client.run(DeleteDomainDocument, { input: { id } })
    expect(await readLog(ada, keyId)).toEqual(
      byKey(keyId, 'domain.added', 'domain.verification_requested', 'domain.deleted'),
    )
  })

  it("stop any member's agent, but cannot start one", async () => {
    const ada = await api.seed.owner('Ada')
    const vera = await ada.invite('Vera', 'viewer')
    const { id: keyId, client } = await keyFor(ada, 'MANAGE_AGENTS')
    const { id } = await vera.agent()
    const { stopAgent } = await client.run(StopAgentDocument, { input: { id } })
    expect(stopAgent.agent).toMatchObject({ id, status: 'inactive' })
    expect(await readLog(ada, keyId)).toEqual(byKey(keyId, 'agent.stopped'))
    expect((await ada.client.run(OneAgentDocument, { accountId: ada.accountId, id })).account.agent).toMatchObject({
      status: 'inactive',
    })
    const input = { accountId: ada.accountId, forwardingTo: 'http://localhost:3000' }
    await expect(client.run(StartAgentDocument, { input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This needs a person: no scope of an API key allows it. Sign in to do it.',
    })
  })

  describe('with MANAGE_MEMBERS', () => {
    it('send an invitation that names the account but no person', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      const { id: keyId, client } = await keyFor(ada, 'MANAGE_MEMBERS')
      const email = `guest-${ada.namespace}@example.com`
      const { invite } = (await client.run(InviteMemberDocument, { input: { accountId, email, role: 'admin' } }))
        .inviteMember
      expect(invite).toMatchObject({ email, role: 'admin', invitedBy: null, viewerCanRevoke: true })
      const { subject, text, html } = await findMail(api, email, 'invited you to its team')
      expect(subject).toMatch(/^Ada’?'?s account invited you to its team on /)
      expect(text).toContain('invited you to its team on ')
      expect(`${text}${html}`).not.toContain('Ada Example')
      await client.run(RevokeInviteDocument, { input: { id: invite.id } })
      expect(await readLog(ada, keyId)).toEqual(byKey(keyId, 'invite.created', 'invite.revoked'))
    })

    it("share a limit of 10 invitations with each other and the account's members", async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxTeamMembers: -1 })
      const { accountId } = ada
      const keys = [await keyFor(ada, 'MANAGE_MEMBERS'), await keyFor(ada, 'MANAGE_MEMBERS')]
      const invite = (client: Member['client'], n: number) =>
        client.run(InviteMemberDocument, {
          input: { accountId, email: `guest-${n}-${ada.namespace}@example.com`, role: 'viewer' },
        })
      for (let sent = 0; sent < 10; sent += 1) await invite(keys[sent % 2]?.client ?? ada.client, sent)
      for (const client of [keys[0]?.client ?? ada.client, ada.client]) {
        await expect(invite(client, 10)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
      }
    })

    it('change roles and remove members, but cannot make, change or remove a super_admin', async () => {
      const ada = await api.seed.owner('Ada')
      const { accountId } = ada
      const { id: keyId, client } = await keyFor(ada, 'MANAGE_MEMBERS')
      const vera = await ada.invite('Vera', 'viewer')
      const toRole = (id: string, role: 'admin' | 'super_admin' | 'viewer') =>
        client.run(ChangeMemberRoleDocument, { input: { id, role } })
      const { member } = (await toRole(vera.membershipId, 'admin')).changeMemberRole
      expect(member).toMatchObject({ role: 'admin', viewerCanRemove: true, viewerCanTransferOwnershipTo: false })
      await expect(toRole(vera.membershipId, 'super_admin')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
      await expect(toRole(ada.membershipId, 'viewer')).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(client.run(RemoveMemberDocument, { input: { id: ada.membershipId } })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      const email = `boss-${ada.namespace}@example.com`
      const boss = { input: { accountId, email, role: 'super_admin' as const } }
      await expect(client.run(InviteMemberDocument, boss)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
      await client.run(RemoveMemberDocument, { input: { id: vera.membershipId } })
      expect(await readLog(ada, keyId)).toEqual(byKey(keyId, 'member.role_changed', 'member.removed'))
      const { members } = (await ada.client.run(TeamDocument, { accountId })).account
      expect(members.map(({ id, role }) => ({ id, role }))).toEqual([{ id: ada.membershipId, role: 'super_admin' }])
    })
  })

  it('find nothing in another account', async () => {
    const ada = await api.seed.owner('Ada')
    const sam = await (await api.seed.owner('Sam')).withLimits({ maxDomains: -1, maxTeamMembers: -1 })
    const all = ['MANAGE_GATEWAYS', 'MANAGE_DOMAINS', 'MANAGE_AGENTS', 'MANAGE_MEMBERS'] as const
    const { client } = await keyFor(ada, ...all)
    const { accountId } = sam
    const { id: gatewayId } = await sam.gateway('demo')
    const { id: agentId } = await sam.agent()
    const domain = { accountId, domain: `theirs-${sam.namespace}.example.com` }
    const { id: domainId } = (await sam.client.run(AddDomainDocument, { input: domain })).addDomain.domain
    const guest = { accountId, email: `guest-${sam.namespace}@example.com`, role: 'viewer' as const }
    const { id: inviteId } = (await sam.client.run(InviteMemberDocument, { input: guest })).inviteMember.invite
    const { membershipId } = await sam.invite('Vera', 'viewer')
    const attempts = [
      () => client.run(CreateGatewayDocument, { input: { accountId, name: 'mine', domain: 'culvert.localhost' } }),
      () => client.run(UpdateGatewayDocument, { input: { id: gatewayId, description: 'mine' } }),
      () => client.run(DeleteGatewayDocument, { input: { id: gatewayId } }),
      () => client.run(AddDomainDocument, { input: { accountId, domain: 'mine.example.com' } }),
      () => client.run(VerifyDomainDocument, { input: { id: domainId } }),
      () => client.run(DeleteDomainDocument, { input: { id: domainId } }),
      () => client.run(StopAgentDocument, { input: { id: agentId } }),
      () => client.run(InviteMemberDocument, { input: { ...guest, email: `other-${sam.namespace}@example.com` } }),
      () => client.run(RevokeInviteDocument, { input: { id: inviteId } }),
      () => client.run(ChangeMemberRoleDocument, { input: { id: membershipId, role: 'admin' } }),
      () => client.run(RemoveMemberDocument, { input: { id: membershipId } }),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(notFound)
  })

  it('keep working when their creator leaves the account, and still show the creator', async () => {
    const ada = await api.seed.owner('Ada')
    const { accountId } = ada
    const anna = await ada.invite('Anna', 'admin')
    const { client } = await createKey(api, anna, { scopes: ['MANAGE_GATEWAYS'] })
    await anna.client.run(LeaveAccountDocument, { input: { accountId } })
    await client.run(CreateGatewayDocument, { input: { accountId, name: 'demo', domain: 'culvert.localhost' } })
    const { apiKeys } = (await ada.client.run(ApiKeysDocument, { accountId })).account
    expect(apiKeys).toMatchObject([{ createdBy: { id: anna.user.id } }])
  })

  it('read an account with two database statements, even if limited to gateways and networks', async () => {
    const ada = await api.seed.owner('Ada')
    const { id } = await ada.gateway('demo')
    const scopes = ['READ_USAGE' as const]
    const { client } = await createKey(api, ada, { scopes, gatewayIds: [id], allowedNetworks: ['127.0.0.0/8'] })
    const open = async () => {
      const query = `{ account(id: "${ada.accountId}") { id } }`
      expect((await client.post({ query })).body).toEqual({ data: { account: { id: ada.accountId } } })
    }
    // The first use is recorded.
    await open()
    expect(await api.countStatements(open)).toBe(2)
  })
})
