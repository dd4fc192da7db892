import { describe, expect, it } from 'vitest'
import { runAdmin } from '../../admin/program.ts'
import { describeApi } from '../../testing/api.ts'
import {
  AcceptInviteDocument,
  AccountChangedDocument,
  AccountNoticesDocument,
  CreateApiKeyDocument,
  CreateGatewayDocument,
  DeleteAccountDocument,
  ExportAccountDocument,
  InviteMemberDocument,
  LeaveAccountDocument,
  ReadAccountDocument,
  RenewAgentTicketDocument,
  StartAgentDocument,
  SuspendedHostnamesDocument,
  SuspensionDocument,
  TunnelEndedDocument,
  UpdateAccountDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'

const reason = 'Phishing at demo-ada.'
const suspended = {
  code: 'FORBIDDEN',
  reason: 'ACCOUNT_SUSPENDED',
  message: expect.stringContaining(`The operator has suspended this account: "${reason}"`),
}

const read = async ({ client, accountId }: Member) => (await client.run(SuspensionDocument, { id: accountId })).account

describeApi('a suspended account', (api) => {
  const admin = (...args: string[]) => runAdmin([...args, '--json'], (work) => work(api.app))
  const suspend = ({ accountId }: Member, text = reason) => admin('accounts', 'suspend', accountId, '--reason', text)
  const resume = ({ accountId }: Member) => admin('accounts', 'resume', accountId)
  const forwardingTo = 'http://localhost:3000'
  const apiKey = async ({ client, accountId }: Member) => {
    const input = { accountId, name: 'Key', scopes: ['READ_ACCOUNT' as const] }
    return api.client(`Bearer ${(await client.run(CreateApiKeyDocument, { input })).createApiKey.secret}`)
  }

  describe('its agents', () => {
    it('end immediately with a reason, cannot renew their tickets, and cannot start until it is resumed', async () => {
      const ada = await api.seed.owner('Ada')
      const { id } = await ada.agent()
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      await suspend(ada)
      expect((await ended.next()).tunnelEnded).toEqual({ agentId: id, reason: 'ACCOUNT_SUSPENDED' })
      await ended.close()
      await expect(ada.client.run(RenewAgentTicketDocument, { input: { agentId: id } })).rejects.toMatchObject(
        suspended,
      )
      await expect(ada.agent()).rejects.toMatchObject(suspended)
      await resume(ada)
      await expect(ada.client.run(RenewAgentTicketDocument, { input: { agentId: id } })).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This agent has ended: the operator has suspended its account. Start a new one.',
      })
      await ada.agent()
    })
  })

  describe('its credentials', () => {
    it('are refused with the reason, lose their sockets, and work again once it is resumed', async () => {
      const ada = await api.seed.owner('Ada')
      const tokens = [await ada.authToken(), await ada.machineToken()]
      const key = await apiKey(ada)
      const changes = await key.subscribe(AccountChangedDocument, { accountId: ada.accountId })
      await suspend(ada)
      expect(await changes.ended).toMatchObject({ code: 4403 })
      for (const { client } of tokens) {
        await expect(client.run(StartAgentDocument, { input: { forwardingTo } })).rejects.toMatchObject(suspended)
      }
      await expect(key.run(ReadAccountDocument, { accountId: ada.accountId })).rejects.toMatchObject(suspended)
      await resume(ada)
      for (const { client } of tokens) await client.run(StartAgentDocument, { input: { forwardingTo } })
      await key.run(ReadAccountDocument, { accountId: ada.accountId })
    })
  })

  describe('its members', () => {
    it('can read it with the reason, but change nothing', async () => {
      const ada = await api.seed.owner('Ada')
      const { id: gatewayId } = await ada.gateway('demo')
      expect(await read(ada)).toMatchObject({ suspension: null, viewerCanManageGateways: true })
      await suspend(ada)
      const { accountId } = ada
      expect(await read(ada)).toMatchObject({
        suspension: { reason, since: expect.any(String) },
        viewerCanManageGateways: false,
        viewerCanCreateGateway: { allowed: false },
        viewerCanDelete: true,
        gateways: [{ id: gatewayId }],
        apiKeys: [],
        webhooks: [],
        auditLog: { nodes: [{ action: 'account.suspended' }, { action: 'gateway.created' }] },
      })
      const gateway = { accountId, name: 'new', domain: 'culvert.localhost' }
      await expect(ada.client.run(CreateGatewayDocument, { input: gateway })).rejects.toMatchObject(suspended)
      const renamed = { accountId, name: 'Other' }
      await expect(ada.client.run(UpdateAccountDocument, { input: renamed })).rejects.toMatchObject(suspended)
      const invited = { accountId, email: 'mia@example.com', role: 'viewer' as const }
      await expect(ada.client.run(InviteMemberDocument, { input: invited })).rejects.toMatchObject(suspended)
    })

    it('can leave, export and delete it', async () => {
      const ada = await api.seed.owner('Ada')
      const mia = await ada.invite('Mia', 'admin')
      const { accountId, namespace } = ada
      await suspend(ada)
      await mia.client.run(LeaveAccountDocument, { input: { accountId } })
      await ada.client.run(ExportAccountDocument, { input: { accountId } })
      await ada.client.run(DeleteAccountDocument, { input: { accountId, namespace } })
    })

    it('cannot be joined by an invited user until it is resumed', async () => {
      const [ada, mia] = [await api.seed.owner('Ada'), await api.seed.owner('Mia')]
      const input = { accountId: ada.accountId, email: mia.user.email ?? '', role: 'viewer' as const }
      const { url } = (await ada.client.run(InviteMemberDocument, { input })).inviteMember.invite
      const token = URL.parse(url ?? '')?.searchParams.get('invite_token') ?? ''
      await suspend(ada)
      const accept = () => mia.client.run(AcceptInviteDocument, { input: { token } })
      await expect(accept()).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'ACCOUNT_SUSPENDED' })
      await resume(ada)
      await accept()
    })

    it('get a notice with the reason, and its owners also get a mail', async () => {
      const ada = await api.seed.owner('Ada')
      const mia = await ada.invite('Mia', 'viewer')
      await suspend(ada)
      const { account } = await mia.client.run(AccountNoticesDocument, { accountId: ada.accountId })
      expect(account?.notices?.nodes).toMatchObject([
        { kind: 'ACCOUNT_SUSPENDED', text: expect.stringContaining(`The reason: "${reason}"`) },
      ])
      api.clock.advance(31_000)
      await api.runJobs()
      const mails = await api.app.db
        .selectFrom('mails')
        .selectAll()
        .where('recipient', 'in', [ada.user.email, mia.user.email])
        .execute()
      expect(mails).toMatchObject([{ recipient: ada.user.email, text: expect.stringContaining(reason) }])
    })
  })

  describe('its hostnames', () => {
    it('are reported to edges, unlike those of other accounts, and to nobody else', async () => {
      const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
      const hostnames = [(await ada.gateway('demo')).subdomain, (await sam.gateway('demo')).subdomain]
      const ask = async () => (await api.edge().run(SuspendedHostnamesDocument, { hostnames })).suspendedHostnames
      expect(await ask()).toEqual([])
      await suspend(ada)
      expect(await ask()).toEqual([hostnames[0]])
      await expect(sam.client.run(SuspendedHostnamesDocument, { hostnames })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    })
  })

  describe('the command', () => {
    it('refuses a reason that is not a line of text, and an account that is already in the requested state', async () => {
      const ada = await api.seed.owner('Ada')
      for (const text of ['', 'x'.repeat(301), 'a\u202Eb'])
        expect(await suspend(ada, text)).toMatchObject({ exitCode: 2 })
      expect(await suspend(ada)).toMatchObject({ exitCode: 0 })
      expect(await suspend(ada)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is suspended already') })
      expect((await admin('accounts', 'show', ada.accountId)).stdout).toContain(`"suspensionReason": "${reason}"`)
      expect(await resume(ada)).toMatchObject({ exitCode: 0 })
      expect(await resume(ada)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is not suspended') })
    })
  })
})
