import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDnsClient } from '../../platform/dns/look-up.ts'
import { describeApi } from '../../testing/api.ts'
import { startDnsServer, type DnsServer } from '../../testing/dns-server.ts'
import {
  AccountNoticesDocument,
  AddDomainDocument,
  CreateGatewayDocument,
  DeleteAccountDocument,
  DeleteDomainDocument,
  DomainChangedDocument,
  type DomainFieldsFragment,
  DomainsDocument,
  GatewayChangedDocument,
  TunnelEndedDocument,
  VerifyDomainDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { accessToken } from '../sessions/rules.ts'
import { checkAgain, verify as checkRequested } from './checks.ts'

const tunnelHost = 'tunnel.culvert.test'
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describeApi(
  'domains',
  (api) => {
    let server: DnsServer
    let count = 0

    beforeAll(async () => {
      server = await startDnsServer()
      api.app.dns = createDnsClient({ resolvers: [server.address], timeoutMs: 100 })
    })
    afterAll(() => server.close())

    /** A domain that no other test uses. */
    const newName = () => {
      count += 1
      return `dev${count}.example.com`
    }
    /** The owner of an account whose plan has free capacity. */
    const owner = async (maxDomains = 10) => await (await api.seed.owner('Ada')).withLimits({ maxDomains })
    /** Returns the account's domains, even if the member's access token has expired. */
    const list = async ({ user, sessionId, accountId }: Member) => {
      const { token } = await api.app.keyring.sign(accessToken, { sub: user.id, sid: sessionId })
      return (await api.client(`Bearer ${token}`).run(DomainsDocument, { accountId })).account.domains
    }
    const pointHere = (domain: string, member: Member) => (server.zone[`CNAME ${domain}`] = [target(member)])
    const pointAway = (domain: string) => (server.zone[`CNAME ${domain}`] = ['elsewhere.example'])
    /** Creates a verified domain of the member's account. */
    const verified = async (member: Member, domain = newName()) => {
      pointHere(domain, member)
      const { id } = await add(member, domain)
      await verify(member, id)
      await api.runJobs()
      return { id, domain }
    }

    /** Requests a check, and returns its result. */
    const tryToVerify = async (member: Member, domain: string) => {
      const { id } = await add(member, domain)
      await verify(member, id)
      await api.runJobs()
      return (await list(member)).find((found) => found.id === id)
    }
    /** The state that the migration leaves, with the former record. */
    const fromBefore = async (member: Member) => {
      const found = await verified(member)
      server.zone[`CNAME ${found.domain}`] = [tunnelHost]
      const bareCnameUntil = new Date(api.clock.now().getTime() + 30 * dayMs)
      await api.app.db.updateTable('domains').set({ bareCnameUntil }).where('id', '=', found.id).execute()
      return found
    }

    const findGatewayOf = async (agentId: string) =>
      await api.app.db
        .selectFrom('agents')
        .innerJoin('gateways', 'gateways.subdomain', 'agents.assignedDomain')
        .select(['gateways.subdomain', 'gateways.deletedAt'])
        .where('agents.id', '=', agentId)
        .executeTakeFirst()

    const nextDay = async () => {
      api.clock.advance(dayMs)
      await api.runJobs()
    }
    const warningsTo = async (member: Member) =>
      await api.app.db
        .selectFrom('mails')
        .select(['subject', 'text'])
        .where('recipient', '=', member.user.email ?? '')
        .orderBy('createdAt')
        .execute()

    describe('addDomain', () => {
      it('adds a pending domain in lowercase and Punycode, with the records to set', async () => {
        const ada = await owner()
        const domain = await add(ada, ' Dev.BÜCHER.example ')
        expect(domain).toEqual({
          id: expect.any(String),
          domain: 'dev.xn--bcher-kva.example',
          status: 'pending',
          verifying: false,
          verificationToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
          dnsRecords: [
            { type: 'CNAME', name: 'dev.xn--bcher-kva.example', value: target(ada), found: null },
            {
              type: 'TXT',
              name: '_culvert-challenge.dev.xn--bcher-kva.example',
              value: domain.verificationToken,
              found: null,
            },
          ],
          bareCnameUntil: null,
          lastCheckMessage: null,
          lastCheckedAt: null,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
          deletedAt: null,
        })
        const { account } = await ada.client.run(DomainsDocument, { accountId: ada.accountId, status: ['pending'] })
        expect(account).toEqual({ viewerCanManageDomains: true, domains: [domain], usage: { domains: 1 } })
      })

      it('puts the newest domain first in the list, which can be filtered by status', async () => {
        const ada = await owner()
        const { id } = await verified(ada)
        const newer = await add(ada, newName())
        expect((await list(ada)).map((domain) => domain.id)).toEqual([newer.id, id])
        const { account } = await ada.client.run(DomainsDocument, { accountId: ada.accountId, status: ['verified'] })
        expect(account.domains.map((domain) => domain.id)).toEqual([id])
      })

      it('notifies subscribers of the account', async () => {
        const ada = await owner()
        const changes = await ada.client.subscribe(DomainChangedDocument, { accountId: ada.accountId })
        const domain = await add(ada, newName())
        expect((await changes.next()).domainChanged).toEqual(domain)
        await changes.close()
      })

      it('refuses public suffixes, input that is not a domain, and names of the installation', async () => {
        const ada = await owner()
        for (const domain of ['co.uk', 'not a domain', 'x.culvert.localhost', tunnelHost]) {
          await expect(add(ada, domain)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'domain' })
        }
      })

      it('refuses to add a domain twice to an account, even simultaneously, but lets another account add it', async () => {
        const ada = await owner()
        const name = newName()
        const results = await Promise.allSettled([1, 2, 3].map(() => add(ada, name)))
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        await expect(add(ada, name)).rejects.toMatchObject({
          code: 'CONFLICT',
          field: 'domain',
          message: `${name} is one of the account's domains already.`,
        })
        expect(await add(await owner(), name)).toMatchObject({ status: 'pending' })
      })

      it.each([
        [0, 'Custom Domains Not Available. Custom domains are available on Pro and Custom plans.'],
        [
          1,
          "Domain Limit Reached. You've reached the maximum number of custom domains for your current plan. Upgrade to add more.",
        ],
      ])('refuses a domain beyond a limit of %i', async (limit, message) => {
        const ada = await owner(limit)
        for (let index = 0; index < limit; index += 1) await add(ada, newName())
        await expect(add(ada, newName())).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED', message })
      })

      it('never exceeds the limit when several domains are added simultaneously', async () => {
        const ada = await owner(2)
        const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => add(ada, newName())))
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
        for (const result of results) {
          if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
        }
      })
    })

    describe('verifyDomain', () => {
      it('is limited to 60 checks an hour per account, and says when to try again', async () => {
        const ada = await owner()
        const { id } = await add(ada, newName())
        for (let check = 0; check < 60; check += 1) {
          await api.app.rateLimiter.check('verifyDomainOfAccount', ada.accountId)
        }
        await expect(verify(ada, id)).rejects.toMatchObject({
          code: 'RATE_LIMITED',
          message: 'Too many attempts. Try again in 60 minutes.',
        })
        const sam = await owner()
        expect(await verify(sam, (await add(sam, newName())).id)).toMatchObject({ verifying: true })
      })

      it('checks in the background, and notifies subscribers once the domain is verified', async () => {
        const ada = await owner()
        const { id, domain } = await add(ada, newName())
        pointHere(domain, ada)
        const changes = await ada.client.subscribe(DomainChangedDocument, { accountId: ada.accountId })
        expect(await verify(ada, id)).toMatchObject({ id, status: 'pending', verifying: true })
        const { domainChanged } = await changes.next(({ domainChanged: { verifying } }) => !verifying)
        expect(domainChanged).toMatchObject({
          id,
          status: 'verified',
          lastCheckMessage: `At ${domain} we found a CNAME to ${target(ada)}.`,
          lastCheckedAt: expect.any(String),
        })
        await changes.close()
      })

      it('verifies a domain by a TXT record with its token', async () => {
        const ada = await owner()
        const { id, domain, verificationToken } = await add(ada, newName())
        server.zone[`TXT _culvert-challenge.${domain}`] = [verificationToken]
        await verify(ada, id)
        await api.runJobs()
        expect(await list(ada)).toMatchObject([{ status: 'verified', verifying: false }])
      })

      it('reports what was expected and found if the check fails, and can be repeated', async () => {
        const ada = await owner()
        const { id, domain } = await add(ada, newName())
        pointAway(domain)
        await verify(ada, id)
        await api.runJobs()
        expect(await list(ada)).toMatchObject([
          {
            status: 'failed',
            verifying: false,
            lastCheckMessage: expect.stringContaining(
              `we expected a CNAME to ${target(ada)} and found a CNAME to elsewhere.example`,
            ),
          },
        ])
        pointHere(domain, ada)
        expect(await verify(ada, id)).toMatchObject({ status: 'failed', verifying: true })
        await api.runJobs()
        expect(await list(ada)).toMatchObject([{ status: 'verified', verifying: false }])
      })

      it('tries again if no name server answers, and then leaves the domain pending', async () => {
        const ada = await owner()
        const { id, domain } = await add(ada, newName())
        server.zone[`CNAME ${domain}`] = 'silence'
        await verify(ada, id)
        for (let attempt = 1; attempt <= 4; attempt += 1) {
          expect(await list(ada)).toMatchObject([{ status: 'pending', verifying: true }])
          await api.runJobs()
          api.clock.advance(minuteMs)
        }
        expect(await list(ada)).toMatchObject([
          {
            status: 'pending',
            verifying: false,
            lastCheckMessage: expect.stringContaining('no name server answered in time'),
          },
        ])
      })

      it('leaves a verified domain verified if its record is missing once', async () => {
        const ada = await owner()
        const { id, domain } = await verified(ada)
        pointAway(domain)
        await verify(ada, id)
        await api.runJobs()
        expect(await list(ada)).toMatchObject([{ status: 'verified', verifying: false }])
      })

      it('verifies a domain for one account only, even if four prove it simultaneously', async () => {
        const owners = await Promise.all([owner(), owner(), owner(), owner()])
        const name = newName()
        const added = await Promise.all(
          owners.map(async (member) => {
            const { id, verificationToken } = await add(member, name)
            return { member, id, verificationToken }
          }),
        )
        server.zone[`TXT _culvert-challenge.${name}`] = added.map(({ verificationToken }) => verificationToken)
        await Promise.all(added.map(({ member, id }) => verify(member, id)))
        await api.runJobs()
        const domains = (await Promise.all(owners.map(list))).flat()
        expect(domains.filter(({ status }) => status === 'verified')).toHaveLength(1)
        const others = domains.filter(({ status }) => status !== 'verified')
        for (const other of others) {
          expect(other).toMatchObject({
            status: 'failed',
            verifying: false,
            lastCheckMessage: `The record is there, but another account has verified ${name}. Have it deleted there, then verify again.`,
          })
        }
      })

      it('verifies a domain for another account once its holder has deleted it', async () => {
        const [ada, grace] = [await owner(), await owner()]
        const { id, domain } = await verified(ada)
        await remove(ada, id)
        await verified(grace, domain)
        expect(await list(grace)).toMatchObject([{ domain, status: 'verified' }])
      })

      it('verifies a domain for another account once the account that holds it is deleted', async () => {
        const [ada, grace] = [await owner(), await owner()]
        const { domain } = await verified(ada)
        const { accountId, namespace } = ada
        await ada.client.run(DeleteAccountDocument, { input: { accountId, namespace } })
        await verified(grace, domain)
        expect(await list(grace)).toMatchObject([{ domain, status: 'verified' }])
      })

      it("requires a manager, and finds neither another account's domain nor a deleted one", async () => {
        const ada = await owner()
        const { id } = await add(ada, newName())
        const input = { id }
        const notFound = { code: 'NOT_FOUND', message: expect.stringContaining('No such domain') }
        await verify(await ada.invite('Anna', 'admin'), id)
        await expect(verify(await ada.invite('Vera', 'viewer'), id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
        await expect(verify(await api.seed.owner('Sam'), id)).rejects.toMatchObject(notFound)
        await expect(api.client().run(VerifyDomainDocument, { input })).rejects.toMatchObject({
          code: 'UNAUTHENTICATED',
        })
        await remove(ada, id)
        await expect(verify(ada, id)).rejects.toMatchObject(notFound)
        await api.runJobs()
      })
    })

    describe('deleteDomain', () => {
      it('deletes the gateways on the domain and ends their tunnels, but no others', async () => {
        const ada = await owner()
        const { id, domain } = await verified(ada)
        const gateway = await createGateway(ada, `shop.${domain}`)
        await ada.gateway('demo')
        const agent = await ada.agent('shop')
        await ada.agent('demo')
        const ended = await api.edge().subscribe(TunnelEndedDocument, {})
        const gateways = await ada.client.subscribe(GatewayChangedDocument, { accountId: ada.accountId })

        expect(await remove(ada, id)).toMatchObject({ id, deletedAt: expect.any(String) })
        expect(await ended.next()).toEqual({ tunnelEnded: { agentId: agent.id, reason: 'GATEWAY_DELETED' } })
        const { gatewayChanged } = await gateways.next((change) => change.gatewayChanged.deletedAt !== null)
        expect(gatewayChanged).toMatchObject({ id: gateway.id, tunnelBinding: null })
        const live = await api.app.db
          .selectFrom('gateways')
          .select('name')
          .where('accountId', '=', ada.accountId)
          .where('deletedAt', 'is', null)
          .execute()
        expect(live).toEqual([{ name: 'demo' }])
        await ended.close()
        await gateways.close()
      })

      it('never leaves a gateway on a domain that is deleted at the same time', async () => {
        const ada = await owner()
        const { id, domain } = await verified(ada)
        await Promise.allSettled([createGateway(ada, domain), remove(ada, id), createGateway(ada, `a.${domain}`)])
        const live = await api.app.db
          .selectFrom('gateways')
          .select('id')
          .where('accountId', '=', ada.accountId)
          .where('deletedAt', 'is', null)
          .execute()
        expect(live).toEqual([])
      })

      it('frees a place in the plan, and refuses viewers, strangers and a second deletion', async () => {
        const ada = await owner(1)
        const { id } = await add(ada, newName())
        const notFound = { code: 'NOT_FOUND', message: expect.stringContaining('No such domain') }
        await expect(remove(await ada.invite('Vera', 'viewer'), id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
        await expect(remove(await api.seed.owner('Sam'), id)).rejects.toMatchObject(notFound)
        const results = await Promise.allSettled([1, 2, 3].map(() => remove(ada, id)))
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
        await expect(remove(ada, id)).rejects.toMatchObject(notFound)
        expect(await list(ada)).toEqual([])
        await add(ada, newName())
      })
    })

    describe('the daily check', () => {
      it('fails a domain at the third failure in a row, with a mail to its managers after the second', async () => {
        const ada = await owner()
        const [admin, viewer] = [await ada.invite('Anna', 'admin'), await ada.invite('Vera', 'viewer')]
        const { domain } = await verified(ada)
        pointAway(domain)
        await nextDay()
        expect(await list(ada)).toMatchObject([{ status: 'verified' }])
        expect(await warningsTo(ada)).toEqual([])
        await nextDay()
        expect(await list(ada)).toMatchObject([{ status: 'verified' }])
        for (const manager of [ada, admin]) {
          expect(await warningsTo(manager)).toEqual([
            {
              subject: `${domain}: the DNS record is gone`,
              text: expect.stringContaining('If tomorrow’s check fails too, the domain counts as failed'),
            },
          ])
        }
        expect(await warningsTo(viewer)).toEqual([])
        await nextDay()
        expect(await list(ada)).toMatchObject([{ status: 'failed' }])
        expect(await warningsTo(ada)).toHaveLength(1)
        const { client } = await api.seed.session(viewer.user)
        const { account } = await client.run(AccountNoticesDocument, { accountId: ada.accountId })
        expect(account.notices.nodes).toMatchObject([
          { kind: 'DOMAIN_FAILED', title: `${domain} counts as failed`, path: '/admin/domains' },
          {
            kind: 'DOMAIN_FAILING',
            text: expect.stringContaining('If tomorrow’s check fails too, the domain counts as failed'),
          },
        ])
      })

      it('starts counting from zero again once the record is back', async () => {
        const ada = await owner()
        const { domain } = await verified(ada)
        for (const point of [pointAway, pointAway, pointHere, pointAway, pointAway]) {
          point(domain, ada)
          await nextDay()
        }
        expect(await list(ada)).toMatchObject([{ status: 'verified' }])
      })

      it('counts a day once, however often its job runs', async () => {
        const ada = await owner()
        const { id, domain } = await verified(ada)
        pointAway(domain)
        const dueAt = api.clock.now()
        for (let run = 1; run <= 4; run += 1) await checkAgain(api.app, id, dueAt, false)
        const row = await api.app.db
          .selectFrom('domains')
          .select(['failedChecks', 'status'])
          .where('id', '=', id)
          .executeTakeFirst()
        expect(row).toEqual({ failedChecks: 1, status: 'verified' })
      })

      it('counts again after the clock was a year ahead', async () => {
        const ada = await owner()
        const { id, domain } = await verified(ada)
        api.clock.advance(365 * dayMs)
        // The schedule's own check, which is due by then, runs first and finds the record.
        await api.runJobs()
        pointAway(domain)
        await checkAgain(api.app, id, api.clock.now(), false)
        api.clock.advance(-365 * dayMs)
        await checkAgain(api.app, id, api.clock.now(), false)
        const { failedChecks } = await api.app.db
          .selectFrom('domains')
          .select('failedChecks')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        expect(failedChecks).toBe(2)
      })

      it('counts a check without an answer neither as a failure nor as a success', async () => {
        const ada = await owner()
        const { id, domain } = await verified(ada)
        pointAway(domain)
        await nextDay()
        server.zone[`CNAME ${domain}`] = 'silence'
        const dueAt = api.clock.now()
        await expect(checkAgain(api.app, id, dueAt, false)).rejects.toThrow('no name server answered in time')
        await checkAgain(api.app, id, dueAt, true)
        const row = await api.app.db
          .selectFrom('domains')
          .select(['failedChecks', 'status'])
          .where('id', '=', id)
          .executeTakeFirst()
        expect(row).toEqual({ failedChecks: 1, status: 'verified' })
        pointHere(domain, ada)
      })
    })

    describe('a verified domain that loses its record', () => {
      it('stays with its account until it is lost, and then goes to the account that proves it', async () => {
        const [ada, grace] = [await owner(), await owner()]
        const { domain } = await verified(ada)
        await createGateway(ada, domain)
        const agent = await ada.agent('shop')
        const claim = await add(grace, domain)
        pointHere(domain, grace)
        const claimIt = async () => {
          // Access tokens expire sooner than that.
          await checkRequested(api.app, claim.id, true)
          return (await list(grace)).find(({ id }) => id === claim.id)
        }
        for (const mails of [0, 1]) {
          await nextDay()
          expect(await list(ada)).toMatchObject([{ status: 'verified' }])
          expect(await claimIt()).toMatchObject({
            status: 'failed',
            lastCheckMessage: expect.stringContaining(`another account has verified ${domain}`),
          })
          expect(await warningsTo(ada)).toHaveLength(mails)
        }
        await nextDay()
        expect(await list(ada)).toMatchObject([{ status: 'failed' }])
        // The hostname stays reserved: only an account that proves the domain can take it.
        expect(await findGatewayOf(agent.id)).toMatchObject({ subdomain: domain, deletedAt: null })
        const ended = await api.edge().subscribe(TunnelEndedDocument, {})
        expect(await claimIt()).toMatchObject({ status: 'verified' })
        expect(await ended.next()).toEqual({ tunnelEnded: { agentId: agent.id, reason: 'GATEWAY_DELETED' } })
        await ended.close()
      })

      it('is verified again once its record is back, and keeps its gateways', async () => {
        const ada = await owner()
        const { id, domain } = await verified(ada)
        const gateway = await createGateway(ada, domain)
        pointAway(domain)
        for (let day = 0; day < 3; day += 1) await nextDay()
        expect(await list(ada)).toMatchObject([{ status: 'failed' }])
        pointHere(domain, ada)
        await checkRequested(api.app, id, true)
        expect(await list(ada)).toMatchObject([{ status: 'verified' }])
        const row = await api.app.db
          .selectFrom('gateways')
          .select('deletedAt')
          .where('id', '=', gateway.id)
          .executeTakeFirst()
        expect(row).toEqual({ deletedAt: null })
      })

      it('gets one failure for 10 days during which the API was off, and none for checks on request', async () => {
        const ada = await owner()
        const { id, domain } = await verified(ada)
        pointAway(domain)
        api.clock.advance(10 * dayMs)
        await api.runJobs()
        for (let check = 0; check < 5; check += 1) await checkRequested(api.app, id, true)
        const row = await api.app.db
          .selectFrom('domains')
          .select(['failedChecks', 'status'])
          .where('id', '=', id)
          .executeTakeFirst()
        expect(row).toEqual({ failedChecks: 1, status: 'verified' })
      })

      it('is lost on the third day of failure, not counting days without an answer', async () => {
        const ada = await owner()
        const { id, domain } = await verified(ada)
        const statuses = []
        for (const record of [
          ['elsewhere.example'],
          'silence',
          ['elsewhere.example'],
          'silence',
          ['elsewhere.example'],
        ] as const) {
          server.zone[`CNAME ${domain}`] = typeof record === 'string' ? record : [...record]
          api.clock.advance(dayMs)
          await checkAgain(api.app, id, api.clock.now(), true)
          statuses.push((await list(ada))[0]?.status)
        }
        expect(statuses).toEqual(['verified', 'verified', 'verified', 'verified', 'failed'])
      })
    })

    describe('a domain of another account', () => {
      it("is not proven by its owner's wildcard CNAME or by a CNAME to the tunnel host", async () => {
        const [victim, attacker] = [await owner(), await owner()]
        const { domain } = await verified(victim)
        server.zone[`CNAME login.${domain}`] = [target(victim)]
        expect(await tryToVerify(attacker, `login.${domain}`)).toMatchObject({ status: 'failed' })
        const early = newName()
        server.zone[`CNAME ${early}`] = [tunnelHost]
        expect(await tryToVerify(attacker, early)).toMatchObject({
          status: 'failed',
          lastCheckMessage: expect.stringContaining(
            `we expected a CNAME to ${target(attacker)} and found a CNAME to ${tunnelHost}, which brings visitors here but proves nothing`,
          ),
          dnsRecords: [
            { type: 'CNAME', found: expect.stringContaining('proves nothing: it is the same for every account') },
            { type: 'TXT', found: 'no such name (NXDOMAIN)' },
          ],
        })
      })

      it('yields a name inside it only to a TXT record at exactly that name', async () => {
        const [victim, other] = [await owner(), await owner()]
        const { domain } = await verified(victim)
        const inside = `shop.${domain}`
        const { id, verificationToken } = await add(other, inside)
        pointHere(inside, other)
        // The token at another name, as with a wildcard or a copying mistake.
        server.zone[`TXT _culvert-challenge.${domain}`] = [verificationToken]
        await verify(other, id)
        await api.runJobs()
        expect(await list(other)).toMatchObject([
          {
            status: 'failed',
            lastCheckMessage: expect.stringContaining(
              `which does not count inside ${domain}: another account has verified that`,
            ),
          },
        ])
        server.zone[`TXT _culvert-challenge.${inside}`] = [verificationToken]
        await verify(other, id)
        await api.runJobs()
        expect(await list(other)).toMatchObject([{ status: 'verified' }])
        // From then on, the names inside belong to the other account.
        await expect(createGateway(victim, `a.${inside}`)).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          field: 'customDomain',
          message: `"a.${inside}" is inside ${inside}, which another account has verified.`,
        })
        expect(await createGateway(other, `a.${inside}`)).toMatchObject({ subdomain: `a.${inside}` })
        expect(await createGateway(victim, `b.${domain}`)).toMatchObject({ subdomain: `b.${domain}` })
      })
    })

    it('lose only the gateways on or below a name inside them that another account verifies', async () => {
      const inner = await owner()
      const above = await (await api.seed.owner('Ada')).withLimits({ maxDomains: 10, maxSubpoints: 10 })
      const { domain } = await verified(above)
      const inside = `shop.${domain}`
      await createGateway(above, inside, 'taken')
      await createGateway(above, `a.${inside}`, 'below')
      await createGateway(above, `not${inside}`, 'alike')
      await createGateway(above, domain, 'itself')
      // A name further in that the holder of the parent domain has verified separately remains its own.
      const own = await verified(above, `own.${inside}`)
      await createGateway(above, own.domain, 'own')
      const [taken, kept] = [await above.agent('taken'), await above.agent('own')]
      const ended = await api.edge().subscribe(TunnelEndedDocument, {})
      const { id, verificationToken } = await add(inner, inside)
      server.zone[`TXT _culvert-challenge.${inside}`] = [verificationToken]
      await verify(inner, id)
      await api.runJobs()
      expect(await ended.next()).toEqual({ tunnelEnded: { agentId: taken.id, reason: 'GATEWAY_DELETED' } })
      const live = await api.app.db
        .selectFrom('gateways')
        .select('name')
        .where('accountId', '=', above.accountId)
        .where('deletedAt', 'is', null)
        .orderBy('name')
        .execute()
      expect(live.map(({ name }) => name)).toEqual(['alike', 'itself', 'own'])
      expect(await findGatewayOf(kept.id)).toMatchObject({ deletedAt: null })
      expect(await createGateway(inner, inside)).toMatchObject({ subdomain: inside })
      await ended.close()
    })

    describe('a domain verified before accounts had names of their own', () => {
      it('stays verified for 30 days by the CNAME to the tunnel host, with two mails about the new record', async () => {
        const ada = await owner()
        const { id, domain } = await fromBefore(ada)
        // Sessions expire sooner than that.
        const find = async () =>
          await api.app.db
            .selectFrom('domains')
            .select(['status', 'bareCnameUntil'])
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        await nextDay()
        await nextDay()
        const mail = {
          subject: expect.stringMatching(`^${domain}: set a new DNS record by `),
          text: expect.stringContaining(target(ada)),
        }
        expect(await warningsTo(ada)).toEqual([mail])
        api.clock.advance(20 * dayMs)
        await nextDay()
        expect(await warningsTo(ada)).toEqual([mail, mail])
        api.clock.advance(5 * dayMs)
        await nextDay()
        expect(await find()).toEqual({ status: 'verified', bareCnameUntil: expect.any(Date) })
        for (const status of ['verified', 'verified', 'failed']) {
          await nextDay()
          expect((await find()).status).toBe(status)
        }
        expect((await find()).bareCnameUntil).toBeNull()
        // Sent mails are deleted before a month has passed.
        expect((await warningsTo(ada)).map(({ subject }) => subject).slice(-2)).toEqual([
          mail.subject,
          `${domain}: the DNS record is gone`,
        ])
      })

      it.each(['CNAME', 'TXT'] as const)(
        'is verified by its new %s record, and then no longer by the old one',
        async (type) => {
          const ada = await owner()
          const { id, domain } = await fromBefore(ada)
          const record = (await list(ada))[0]?.dnsRecords.find((found) => found.type === type)
          server.zone[`${type} ${record?.name}`] = [record?.value ?? '']
          await nextDay()
          expect(await warningsTo(ada)).toEqual([])
          expect(await list(ada)).toMatchObject([{ id, status: 'verified', bareCnameUntil: null }])
          server.zone[`TXT _culvert-challenge.${domain}`] = []
          server.zone[`CNAME ${domain}`] = [tunnelHost]
          for (let day = 0; day < 3; day += 1) await nextDay()
          expect(await list(ada)).toMatchObject([{ status: 'failed' }])
        },
      )
    })

    describe('createGateway with a custom domain', () => {
      it.each([
        ['the domain itself', ''],
        ['a subdomain', 'shop.'],
        ['a deeper subdomain', 'a.b.'],
      ])('accepts %s', async (_, prefix) => {
        const ada = await owner()
        const { domain } = await verified(ada)
        expect(await createGateway(ada, `${prefix}${domain.toUpperCase()}`)).toMatchObject({
          name: 'shop',
          subdomain: `${prefix}${domain}`,
          publicUrl: `http://${prefix}${domain}:8080`,
        })
        expect(await ada.agent('shop')).toMatchObject({ assignedDomain: `${prefix}${domain}` })
      })

      it.each([
        ['is only pending', (name: string) => name],
        ['only ends with the same letters as a verified one', (name: string) => `not${name}`],
        ['is the parent of a verified one', () => 'example.com'],
      ])('refuses a domain that %s', async (_, change) => {
        const ada = await owner()
        const { domain } = await verified(ada)
        const pending = await add(ada, newName())
        const hostname = change(_ === 'is only pending' ? pending.domain : domain)
        await expect(createGateway(ada, hostname)).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          field: 'customDomain',
          message: `Domain "${hostname}" is not verified. Please verify it in the Domains section first.`,
        })
      })

      it("refuses another account's domain, and asks for a domain if none is given", async () => {
        const { domain } = await verified(await owner())
        const grace = await owner()
        await expect(createGateway(grace, domain)).rejects.toMatchObject({ field: 'customDomain' })
        await expect(createGateway(grace, ' ')).rejects.toMatchObject({ message: 'Please enter a custom domain' })
      })

      it('refuses a reserved hostname, and counts against the same limit as other gateways', async () => {
        const ada = await (await api.seed.owner('Ada')).withLimits({ maxDomains: 5, maxSubpoints: 2 })
        const { domain } = await verified(ada)
        await createGateway(ada, domain)
        await expect(createGateway(ada, domain)).rejects.toMatchObject({
          code: 'CONFLICT',
          field: 'customDomain',
          message: `${domain} is already reserved. Choose another name.`,
        })
        await ada.gateway('demo')
        await expect(createGateway(ada, `a.${domain}`)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' })
      })

      it('makes a gateway that is unusable once its domain is lost, and ends if another account verifies it', async () => {
        const [ada, grace] = [await owner(), await owner()]
        const { id, domain } = await verified(ada)
        await createGateway(ada, domain)
        const agent = await ada.agent('shop')
        await api.app.db.updateTable('domains').set({ status: 'failed' }).where('id', '=', id).execute()
        await expect(ada.agent('shop')).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          field: 'gateway',
          message: `Domain "${domain}" is not verified. Please verify it in the Domains section first.`,
        })
        const ended = await api.edge().subscribe(TunnelEndedDocument, {})
        await verified(grace, domain)
        expect(await ended.next()).toEqual({ tunnelEnded: { agentId: agent.id, reason: 'GATEWAY_DELETED' } })
        expect(await createGateway(grace, domain)).toMatchObject({ subdomain: domain })
        await ended.close()
      })
    })

    it('are in the audit log, including the results of background checks', async () => {
      const ada = await owner()
      const { id }: Pick<DomainFieldsFragment, 'id'> = await verified(ada)
      await remove(ada, id)
      const entries = await api.app.db
        .selectFrom('auditEntries')
        .select(['action', 'actorKind'])
        .where('objectId', '=', id)
        .orderBy('position')
        .execute()
      expect(entries).toEqual([
        { action: 'domain.added', actorKind: 'SESSION' },
        { action: 'domain.verification_requested', actorKind: 'SESSION' },
        { action: 'domain.verified', actorKind: 'SYSTEM' },
        { action: 'domain.deleted', actorKind: 'SESSION' },
      ])
    })
  },
  () => ({ tunnelUrl: `http://${tunnelHost}:8080` }),
)

/** The target of the CNAME of the account's domains. */
function target({ accountKey }: Member): string {
  return `${accountKey}.${tunnelHost}`
}

async function add({ client, accountId }: Member, domain: string) {
  return (await client.run(AddDomainDocument, { input: { accountId, domain } })).addDomain.domain
}

async function verify({ client }: Member, id: string) {
  return (await client.run(VerifyDomainDocument, { input: { id } })).verifyDomain.domain
}

async function remove({ client }: Member, id: string) {
  return (await client.run(DeleteDomainDocument, { input: { id } })).deleteDomain.domain
}

async function createGateway({ client, accountId }: Member, customDomain: string, name = 'shop') {
  return (await client.run(CreateGatewayDocument, { input: { accountId, name, customDomain } })).createGateway.gateway
}
