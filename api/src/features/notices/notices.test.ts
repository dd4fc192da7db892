import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import type { NoticeKind, TokenDelivery } from '../../generated/schema.ts'
import { addMs, dayMs, hourMs } from '../../ground/clock.ts'
import { asSystem } from '../../platform/audit/service.ts'
import { describeApi } from '../../testing/api.ts'
import {
  AccountNoticesDocument,
  DeleteAccountDocument,
  MarkNoticesReadDocument,
  ReportUsageDocument,
  SetNoticeMailDocument,
  SignInDocument,
  UnreadNoticesDocument,
  ViewerNoticesDocument,
} from '../../testing/generated/documents.ts'
import { findMail } from '../../testing/mails.ts'
import type { Member } from '../../testing/seed.ts'
import { password, signUp } from '../../testing/sign-up.ts'
import { loseSilentAgents } from '../agents/tunnels.ts'
import { noticesMax } from './rules.ts'
import { addNotice } from './service.ts'

/** Returns the notices that a user sees. */
const read = async ({ client }: Pick<Member, 'client'>) => (await client.run(ViewerNoticesDocument, {})).viewer

const titlesOf = async (member: Pick<Member, 'client'>) => (await read(member)).notices.nodes.map(({ title }) => title)

/** Chooses whether a kind of notice comes by mail. */
const choose = async ({ client }: Member, kind: NoticeKind, isOn: boolean) => {
  const { viewer } = (await client.run(SetNoticeMailDocument, { input: { kind, isOn } })).setNoticeMail
  expect(viewer.noticeMails.find((mail) => mail.kind === kind)?.isOn).toBe(isOn)
}

const behindProxy = () => ({ trustedProxies: 1 })

describeApi(
  'notices',
  (api) => {
    const loseAgents = async () => {
      api.clock.advance(46_000)
      await loseSilentAgents(api.app)
    }
    const send = async ({ accountId }: Member, gigabytes: number, reportId: string = randomUUID()) => {
      const row = { requests: 1, failedRequests: 0, dataIn: 0, connectedSeconds: 0 }
      const date = api.clock.now().toISOString().slice(0, 10)
      const rows = [{ ...row, accountId, date, dataOut: gigabytes * 1024 ** 3 }]
      await api.edge().run(ReportUsageDocument, { input: { reportId, rows } })
    }
    const add = async ({ accountId }: Member, domain: string) => {
      const facts = { kind: 'DOMAIN_FAILED' as const, domain, found: 'No record was found.' }
      await api.app.change(async (trx, tell) => {
        const notice = { of: { accountId }, facts, subjectIds: [domain], key: domain }
        await addNotice({ trx, tell, source: asSystem(api.app) }, notice)
      })
    }
    const mailsTo = async ({ user }: Member) => {
      api.clock.advance(31_000)
      await api.runJobs()
      const mails = await api.app.db
        .selectFrom('mails')
        .select('subject')
        .where('recipient', '=', user.email ?? '')
        .orderBy('createdAt')
        .execute()
      return mails.map(({ subject }) => subject)
    }
    const signInFrom = async (address: string, email: string, tokenDelivery: TokenDelivery = 'RESPONSE') => {
      const body = { query: SignInDocument.toString(), variables: { input: { email, password, tokenDelivery } } }
      await api.client().post(body, { 'x-forwarded-for': address })
    }

    it('tell every member, and nobody else, about a lost agent, what to do and where to look', async () => {
      const ada = await api.seed.owner('Ada')
      const [vera, bea] = [await ada.invite('Vera', 'viewer'), await api.seed.owner('Bea')]
      const { assignedDomain } = await ada.agent()
      await loseAgents()
      const notice = {
        kind: 'AGENT_LOST',
        account: { id: ada.accountId },
        title: `The agent of ${assignedDomain} was lost`,
        text: expect.stringContaining('a running agent reconnects by itself'),
        path: '/admin/agents',
        happenedAt: expect.any(String),
        isUnread: true,
      }
      for (const member of [ada, vera]) {
        expect(await read(member)).toEqual({ unreadNotices: 1, notices: { totalCount: 1, nodes: [notice] } })
      }
      expect(
        (await ada.client.run(AccountNoticesDocument, { accountId: ada.accountId })).account.notices.nodes,
      ).toEqual([notice])
      expect(await read(bea)).toEqual({ unreadNotices: 0, notices: { totalCount: 0, nodes: [] } })
    })

    it('are merged into one for all agents lost within ten minutes, however many nodes notice', async () => {
      // A burst begins at a multiple of ten minutes.
      api.clock.advance(600_000 - (api.clock.now().getTime() % 600_000))
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxConcurrentAgents: -1 })
      for (let count = 0; count < 12; count += 1) await ada.agent()
      api.clock.advance(46_000)
      await Promise.all([1, 2, 3].map(() => loseSilentAgents(api.app)))
      expect(await titlesOf(ada)).toEqual(['12 agents were lost'])
      await ada.agent()
      await loseAgents()
      expect(await titlesOf(ada)).toEqual(['13 agents were lost'])
      api.clock.advance(600_000)
      const { assignedDomain } = await ada.agent()
      await loseAgents()
      expect(await titlesOf(ada)).toEqual([`The agent of ${assignedDomain} was lost`, '13 agents were lost'])
    })

    it('report 80 % and 100 % of a limit once each, even if usage reports race', async () => {
      const ada = await (await api.seed.owner('Ada')).withLimits({ maxDataOutGb: 10 })
      const reportId = randomUUID()
      await Promise.all([1, 2, 3].map(() => send(ada, 8, reportId)))
      expect(await titlesOf(ada)).toEqual(['80 % of this month’s data transfer is used'])
      await Promise.all([send(ada, 1), send(ada, 1), send(ada, 1)])
      expect((await titlesOf(ada))[0]).toBe('This month’s data transfer is used up')
      expect(await titlesOf(ada)).toHaveLength(2)
    })

    describe('of a new sign-in', () => {
      it('appear once for each new network, and not for the sign-up', async () => {
        const ada = await signUp(api)
        const { email } = ada
        expect(await titlesOf(ada)).toEqual([])
        await signInFrom('203.0.113.7', email)
        await signInFrom('203.0.113.7', email)
        expect(await titlesOf(ada)).toEqual(['New sign-in from 203.0.113.7'])
        // Three sign-ins begin before any of them is stored, so that each is the first from its network.
        const { change } = api.app
        const three = Promise.withResolvers<void>()
        let begun = 0
        const held = vi.spyOn(api.app, 'change').mockImplementation(async (work) => {
          begun += 1
          if (begun === 3) three.resolve()
          await three.promise
          return await change(work)
        })
        await Promise.all([1, 2, 3].map(() => signInFrom('198.51.100.7', email)))
        held.mockRestore()
        expect((await titlesOf(ada)).toSorted()).toEqual([
          'New sign-in from 198.51.100.7',
          'New sign-in from 203.0.113.7',
        ])
      })

      it('appear again for a network from which nobody signed in for a month, and not before', async () => {
        const { user } = await api.seed.owner('Ada')
        // A session of a browser, which ends after a day without use.
        const signInAgain = () => signInFrom('203.0.113.7', user.email ?? '', 'COOKIE')
        // A new session, because the access token expires meanwhile.
        const titles = async () => await titlesOf(await api.seed.session(user))
        await signInAgain()
        for (const days of [1, 28]) {
          api.clock.advance(days * dayMs)
          await api.runJobs()
          await signInAgain()
          expect(await titles()).toEqual(['New sign-in from 203.0.113.7'])
        }
        api.clock.advance(31 * dayMs + hourMs)
        await api.runJobs()
        expect(await titles()).toEqual([])
        await signInAgain()
        expect(await titles()).toEqual(['New sign-in from 203.0.113.7'])
      })

      it('appear in no account and to no other member', async () => {
        const ada = await api.seed.owner('Ada')
        const sue = await ada.invite('Sue', 'super_admin')
        await signInFrom('203.0.113.7', sue.user.email ?? '')
        expect(await titlesOf(sue)).toEqual(['New sign-in from 203.0.113.7'])
        expect(await titlesOf(ada)).toEqual([])
        const { account } = await ada.client.run(AccountNoticesDocument, { accountId: ada.accountId })
        expect(account.notices.totalCount).toBe(0)
      })
    })

    it('are unread until each member marks them as read, and later ones are unread again', async () => {
      const ada = await api.seed.owner('Ada')
      const vera = await ada.invite('Vera', 'viewer')
      const mark = async (until: string) => {
        const input = { until: new Date(until) }
        return (await ada.client.run(MarkNoticesReadDocument, { input })).markNoticesRead.viewer.unreadNotices
      }
      await add(ada, 'a.example.com')
      expect(await mark((await read(ada)).notices.nodes[0]!.happenedAt)).toBe(0)
      expect((await read(vera)).unreadNotices).toBe(1)
      api.clock.advance(1)
      await add(ada, 'b.example.com')
      expect((await read(ada)).notices.nodes.map(({ isUnread }) => isUnread)).toEqual([true, false])
      // The mark moves neither backward nor beyond the present.
      expect(await mark('2001-01-01T00:00:00Z')).toBe(1)
      expect(await mark('2999-01-01T00:00:00Z')).toBe(0)
      api.clock.advance(1)
      await add(ada, 'c.example.com')
      expect((await read(ada)).unreadNotices).toBe(1)
    })

    it('update the unread count of open dashboards as they arrive and are marked as read', async () => {
      const ada = await api.seed.owner('Ada')
      await ada.agent()
      const changes = await ada.client.subscribe(UnreadNoticesDocument, {})
      await loseAgents()
      expect((await changes.next()).viewerChanged).toEqual({ unreadNotices: 1 })
      const marking = ada.client.run(MarkNoticesReadDocument, { input: { until: api.clock.now() } })
      expect((await changes.next()).viewerChanged).toEqual({ unreadNotices: 0 })
      await marking
      await changes.close()
    })

    it('from before a member joined are not shown to that member', async () => {
      const ada = await api.seed.owner('Ada')
      await ada.agent()
      await loseAgents()
      api.clock.advance(1_000)
      expect(await titlesOf(await ada.invite('Vera', 'viewer'))).toEqual([])
    })

    it('are kept for 30 days, and at most 500 per account', async () => {
      const [ada, bea] = [await api.seed.owner('Ada'), await api.seed.owner('Bea')]
      for (const member of [bea, ada]) await add(member, 'first.example.com')
      const [first] = await api.app.db
        .selectFrom('notices')
        .selectAll()
        .where('accountId', '=', ada.accountId)
        .execute()
      const filled = Array.from({ length: noticesMax }, (_each, index) => ({
        ...first!,
        id: randomUUID(),
        onceKey: randomUUID(),
        facts: JSON.stringify(first!.facts),
        happenedAt: addMs(api.clock.now(), index),
      }))
      await api.app.db.insertInto('notices').values(filled).execute()
      api.clock.advance(1_000)
      await add(ada, 'last.example.com')
      const { notices } = await read(ada)
      expect([notices.totalCount, notices.nodes[0]?.title]).toEqual([noticesMax, 'last.example.com counts as failed'])
      expect(await titlesOf(bea)).toHaveLength(1)
      api.clock.advance(31 * 86_400_000)
      await api.runJobs()
      expect(await api.app.db.selectFrom('notices').select('id').execute()).toEqual([])
    })

    describe('by mail', () => {
      it('go only to members who chose the kind, one for a burst', async () => {
        const ada = await api.seed.owner('Ada')
        const [vera, victor] = [await ada.invite('Vera', 'viewer'), await ada.invite('Victor', 'viewer')]
        await choose(vera, 'AGENT_LOST', true)
        await choose(victor, 'AGENT_LOST', true)
        await choose(victor, 'AGENT_LOST', false)
        api.clock.advance(600_000 - (api.clock.now().getTime() % 600_000))
        for (const _ of [1, 2]) await ada.agent()
        await loseAgents()
        expect(await mailsTo(vera)).toEqual([expect.stringContaining('2 agents were lost')])
        expect([...(await mailsTo(ada)), ...(await mailsTo(victor))]).toEqual([])
      })

      it('report a limit unless the user has switched that off', async () => {
        const ada = await (await api.seed.owner('Ada')).withLimits({ maxDataOutGb: 10 })
        const sue = await ada.invite('Sue', 'super_admin')
        await choose(sue, 'LIMIT_NEAR', false)
        await send(ada, 8)
        expect(await mailsTo(ada)).toEqual([expect.stringContaining('80 % of its data transfer')])
        expect(await mailsTo(sue)).toEqual([])
      })

      it('report a sign-in from a new network unless the user has switched that off', async () => {
        const [ada, bea] = [await api.seed.owner('Ada'), await api.seed.owner('Bea')]
        await choose(bea, 'NEW_SIGN_IN', false)
        for (const { user } of [ada, bea]) await signInFrom('203.0.113.7', user.email ?? '')
        expect(await mailsTo(ada)).toEqual(['New sign-in from 203.0.113.7'])
        expect(await mailsTo(bea)).toEqual([])
        const { id } = await api.app.db
          .selectFrom('sessions')
          .select('id')
          .where('userId', '=', ada.user.id)
          .orderBy('createdAt', 'desc')
          .executeTakeFirstOrThrow()
        expect((await findMail(api, ada.user.email!, 'New sign-in')).text).toContain(`/admin/profile?session=${id}`)
      })
    })

    it('are deleted with their account', async () => {
      const ada = await api.seed.owner('Ada')
      await ada.agent()
      await loseAgents()
      const input = { accountId: ada.accountId, namespace: ada.namespace }
      await ada.client.run(DeleteAccountDocument, { input })
      expect(await titlesOf(ada)).toEqual([])
      expect(
        await api.app.db.selectFrom('notices').select('id').where('accountId', '=', ada.accountId).execute(),
      ).toEqual([])
    })
  },
  behindProxy,
)
