import { describe, expect, it } from 'vitest'
import { runAdmin } from '../../admin/program.ts'
import { dayMs } from '../../ground/clock.ts'
import { describeApi } from '../../testing/api.ts'
import {
  AccountNoticesDocument,
  GatewayBlockChangedDocument,
  GatewayBlockDocument,
  CreateGatewayDocument,
  DeleteGatewayDocument,
  HostnameBlocksChangedDocument,
  HostnameBlocksDocument,
  RenewAgentTicketDocument,
  StartAgentDocument,
  TunnelEndedDocument,
  UpdateAccountDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { blocksMax } from './rules.ts'

const reason = 'It imitated a bank.'
const forwardingTo = 'http://localhost:3000'

const refusal = (hostname: string) => ({
  code: 'FORBIDDEN',
  reason: 'HOSTNAME_BLOCKED',
  message: expect.stringContaining(`The operator has blocked ${hostname}: "${reason}"`),
})

describeApi('a blocked hostname', (api) => {
  const admin = (...args: string[]) => runAdmin([...args, '--json'], (work) => work(api.app))
  const block = (hostname: string, why = reason) => admin('hostnames', 'block', hostname, '--reason', why)
  const unblock = (hostname: string) => admin('hostnames', 'unblock', hostname)
  const read = async (knownVersion: number | null) =>
    (await api.edge().run(HostnameBlocksDocument, { knownVersion })).hostnameBlocks

  it('loses its agent, and gets no agent and no gateway until it is unblocked', async () => {
    const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
    const { id: gatewayId, subdomain } = await ada.gateway('demo')
    const [{ id }, other] = [await ada.agent('demo'), await sam.agent()]
    const ended = await api.edge().subscribe(TunnelEndedDocument, {})
    expect(await block(subdomain.toUpperCase())).toMatchObject({ exitCode: 0 })
    expect((await ended.next()).tunnelEnded).toEqual({ agentId: id, reason: 'HOSTNAME_BLOCKED' })
    await ended.close()
    await expect(ada.agent('demo')).rejects.toMatchObject(refusal(subdomain))
    await expect(ada.client.run(RenewAgentTicketDocument, { input: { agentId: id } })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This agent has ended: the operator has blocked its hostname. Start a new one.',
    })
    await sam.client.run(RenewAgentTicketDocument, { input: { agentId: other.id } })
    await ada.client.run(DeleteGatewayDocument, { input: { id: gatewayId } })
    const input = { accountId: ada.accountId, name: 'demo', domain: 'culvert.localhost' }
    await expect(ada.client.run(CreateGatewayDocument, { input })).rejects.toMatchObject(refusal(subdomain))
    await unblock(subdomain)
    await ada.gateway('demo')
    await ada.agent('demo')
  })

  it('cannot be reserved by an account that has taken over its namespace, until it is unblocked', async () => {
    const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
    for (const member of [ada, sam]) await member.withLimits({ allowsNamespaceChange: true })
    /** With a new session, because the former one has expired. */
    const rename = async ({ accountId, user }: Member, namespace: string) => {
      const { client } = await api.seed.session(user)
      await client.run(UpdateAccountDocument, { input: { accountId, namespace } })
      return client
    }
    const { id, subdomain } = await ada.gateway('demo')
    await block(subdomain)
    await ada.client.run(DeleteGatewayDocument, { input: { id } })
    await rename(ada, `${ada.namespace}2`)
    // Released names are withheld from other accounts for this long.
    api.clock.advance(30 * dayMs)
    const client = await rename(sam, ada.namespace)
    const input = { accountId: sam.accountId, name: 'demo', domain: 'culvert.localhost' }
    await expect(client.run(CreateGatewayDocument, { input })).rejects.toMatchObject(refusal(subdomain))
    await unblock(subdomain)
    expect((await client.run(CreateGatewayDocument, { input })).createGateway.gateway).toMatchObject({ subdomain })
  })

  it('is reported to its account by a notice, and to managers by mail, with the reason', async () => {
    const ada = await api.seed.owner('Ada')
    const viewer = await ada.invite('Vera', 'viewer')
    const { subdomain } = await ada.gateway('demo')
    await block(subdomain)
    const { account } = await viewer.client.run(AccountNoticesDocument, { accountId: ada.accountId })
    expect(account?.notices?.nodes).toMatchObject([
      {
        kind: 'HOSTNAME_BLOCKED',
        title: `The operator has blocked ${subdomain}`,
        text: expect.stringContaining(reason),
      },
    ])
    api.clock.advance(31_000)
    await api.runJobs()
    const mails = await api.app.db.selectFrom('mails').selectAll().where('text', 'like', `%${subdomain}%`).execute()
    expect(mails.map(({ recipient }) => recipient)).toEqual([ada.user.email])
  })

  it('is shown on its gateway, live, until it is unblocked or the gateway is deleted', async () => {
    const ada = await api.seed.owner('Ada')
    const { id, subdomain } = await ada.gateway('demo')
    const { accountId } = ada
    const findBlock = async () => (await ada.client.run(GatewayBlockDocument, { accountId, id })).account.gateway?.block
    const changes = await ada.client.subscribe(GatewayBlockChangedDocument, { accountId })
    expect(await findBlock()).toBeNull()
    await block(subdomain)
    expect((await changes.next()).gatewayChanged).toEqual({ id, block: { reason } })
    expect(await findBlock()).toEqual({ reason, since: expect.any(String) })
    await unblock(subdomain)
    expect((await changes.next()).gatewayChanged).toEqual({ id, block: null })
    expect(await findBlock()).toBeNull()
    await changes.close()

    await block(subdomain)
    await ada.client.run(DeleteGatewayDocument, { input: { id } })
    expect(await findBlock()).toBeNull()
  })

  it('loses its agent and is reported to the account even if it is a random one', async () => {
    const ada = await api.seed.owner('Ada')
    const { id, publicUrl } = await ada.agent()
    const { hostname } = new URL(publicUrl)
    await block(hostname)
    const agent = await api.app.db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(agent).toMatchObject({ status: 'inactive', endReason: 'HOSTNAME_BLOCKED' })
    const { account } = await ada.client.run(AccountNoticesDocument, { accountId: ada.accountId })
    expect(account?.notices?.nodes).toMatchObject([{ kind: 'HOSTNAME_BLOCKED' }])
    await ada.client.run(StartAgentDocument, { input: { accountId: ada.accountId, forwardingTo } })
  })

  it('is published to edges by an event and in a versioned list, which users cannot read', async () => {
    const changes = await api.edge().subscribe(HostnameBlocksChangedDocument, {})
    const before = await read(null)
    await block('evil.example.com')
    const { version, blocks } = await read(before.version)
    expect((await changes.next()).hostnameBlocksChanged).toBe(version)
    await changes.close()
    expect(version).toBeGreaterThan(before.version)
    expect(blocks).toContainEqual({ hostname: 'evil.example.com', reason })
    expect(await read(version)).toEqual({ version, blocks: null })
    await unblock('evil.example.com')
    expect((await read(version)).blocks).not.toContainEqual({ hostname: 'evil.example.com', reason })
    const ada = await api.seed.owner('Ada')
    await expect(ada.client.run(HostnameBlocksDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  describe('the admin command', () => {
    it.each(['https://evil.example.com/', 'a b', '', 'localhost'])('refuses %j', async (hostname) => {
      expect(await block(hostname)).toMatchObject({ exitCode: 2 })
    })

    it('refuses an invalid reason, a hostname already blocked, and unblocking one that is not', async () => {
      for (const why of ['', 'x'.repeat(301), 'a\u202Eb'])
        expect(await block('a.example.com', why)).toMatchObject({ exitCode: 2 })
      await block('a.example.com')
      expect(await block('a.example.com')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('already') })
      expect((await admin('hostnames', 'list')).stdout).toContain('"hostname": "a.example.com"')
      expect(await unblock('a.example.com')).toMatchObject({ exitCode: 0 })
      expect(await unblock('a.example.com')).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('is not blocked'),
      })
    })

    it('blocks at most a thousand hostnames', async () => {
      const blockedAt = api.clock.now()
      const { count } = await api.app.db
        .selectFrom('hostnameBlocks')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const rows = Array.from({ length: blocksMax - count }, (_, index) => {
        return { hostname: `n${index}.example.com`, reason, blockedAt }
      })
      await api.app.db.insertInto('hostnameBlocks').values(rows).execute()
      expect(await block('more.example.com')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('1000') })
      await api.app.db.deleteFrom('hostnameBlocks').where('hostname', 'like', 'n%.example.com').execute()
    })
  })
})
