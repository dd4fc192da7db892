import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { UsageRowInput } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import {
  DeleteAccountDocument,
  OwnInvitationsDocument,
  ReportUsageDocument,
} from '../../testing/generated/documents.ts'
import { verifyEmail } from '../../testing/mails.ts'
import type { Member } from '../../testing/seed.ts'
import { signUp } from '../../testing/sign-up.ts'
import type { Plan } from '../plans/rules.ts'

/** 1 % of the limit of an account that may send 100 GB. */
const percentBytes = 1024 ** 3

describeApi('limit notices', (api) => {
  const owner = async (limits: Partial<Plan> = {}) =>
    await (await api.seed.owner('Ada')).withLimits({ maxDataOutGb: 100, ...limits })
  const send = async (
    rows: { to: Pick<Member, 'accountId'>; percent: number; gatewayId?: string; date?: string }[],
    reportId = randomUUID(),
  ) => {
    const toRow = ({ to, percent, gatewayId, date }: (typeof rows)[number]): UsageRowInput => ({
      accountId: to.accountId,
      gatewayId,
      date: date ?? api.clock.now().toISOString().slice(0, 10),
      requests: 1,
      failedRequests: 0,
      dataIn: 0,
      dataOut: percent * percentBytes,
      connectedSeconds: 0,
    })
    await api.edge().run(ReportUsageDocument, { input: { reportId, rows: rows.map(toRow) } })
  }
  const mailsTo = async ({ user }: { user: Pick<Member['user'], 'email'> }) => {
    await api.runJobs()
    const mails = await api.app.db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', user.email ?? '')
      .where('subject', 'like', '%data transfer')
      .orderBy('createdAt')
      .execute()
    return mails.map(({ subject }) => subject)
  }

  it('are sent at 80 % and at 100 % of the transfer limit, once each', async () => {
    const ada = await owner()
    await send([{ to: ada, percent: 79 }])
    expect(await mailsTo(ada)).toEqual([])
    await send([{ to: ada, percent: 1 }])
    await send([{ to: ada, percent: 19 }])
    expect(await mailsTo(ada)).toEqual([notice(80)])
    await send([{ to: ada, percent: 1 }])
    await send([{ to: ada, percent: 50 }])
    expect(await mailsTo(ada)).toEqual([notice(80), notice(100)])
  })

  it('are limited to the one at 100 % if a single report passes both thresholds', async () => {
    const ada = await owner()
    await send([{ to: ada, percent: 130 }])
    await send([{ to: ada, percent: 1 }])
    expect(await mailsTo(ada)).toEqual([notice(100)])
  })

  it('state the amount used and the limit', async () => {
    const ada = await owner()
    await send([{ to: ada, percent: 81.5 }])
    await api.runJobs()
    const { text } = await api.app.db
      .selectFrom('mails')
      .select('text')
      .where('recipient', '=', ada.user.email ?? '')
      .executeTakeFirstOrThrow()
    expect(text).toContain('81.50 GB of 100 GB (81 %)')
  })

  it('are sent once when simultaneous reports reach the limit only together', async () => {
    const ada = await owner()
    await Promise.all(['a', 'b', 'c', 'd'].map((gatewayId) => send([{ to: ada, percent: 25, gatewayId }])))
    expect(await mailsTo(ada)).toEqual([notice(100)])
  })

  it('are sent once when a report arrives three times simultaneously', async () => {
    const ada = await owner()
    const reportId = randomUUID()
    await Promise.all([1, 2, 3].map(() => send([{ to: ada, percent: 90 }], reportId)))
    expect(await mailsTo(ada)).toEqual([notice(80)])
  })

  it('go to every super_admin and to nobody else', async () => {
    const ada = await owner()
    const [second, admin, viewer] = [
      await ada.invite('Sue', 'super_admin'),
      await ada.invite('Adam', 'admin'),
      await ada.invite('Vera', 'viewer'),
    ]
    await send([{ to: ada, percent: 80 }])
    expect(await mailsTo(ada)).toEqual([notice(80)])
    expect(await mailsTo(second)).toEqual([notice(80)])
    expect([...(await mailsTo(admin)), ...(await mailsTo(viewer))]).toEqual([])
  })

  it('go to an address once it is proven, and not before: it may be a stranger’s', async () => {
    const bea = await signUp(api)
    const { memberships } = (await bea.client.run(OwnInvitationsDocument, {})).viewer
    const to = { accountId: memberships[0]!.account.id }
    await send([{ to, percent: 5 }])
    expect(await mailsTo({ user: bea })).toEqual([])
    await verifyEmail(api, bea)
    api.clock.advance(31 * 24 * 60 * 60_000)
    await send([{ to, percent: 5 }])
    expect(await mailsTo({ user: bea })).toEqual(["Grace's account has used 100 % of its data transfer"])
  })

  it('are sent only for free accounts with a limit', async () => {
    const pro = await owner({ type: 'pro' })
    const unlimited = await owner({ maxDataOutGb: -1 })
    await send([
      { to: pro, percent: 200 },
      { to: unlimited, percent: 200 },
    ])
    expect([...(await mailsTo(pro)), ...(await mailsTo(unlimited))]).toEqual([])
  })

  it('count the current month only, and ignore late reports of an earlier one', async () => {
    const ada = await owner()
    await send([{ to: ada, percent: 200, date: '2024-02-10' }])
    expect(await mailsTo(ada)).toEqual([])
    await send([{ to: ada, percent: 85 }])
    expect(await mailsTo(ada)).toEqual([notice(80)])
    await api.app.db.deleteFrom('mails').execute()
    api.clock.advance(31 * 24 * 60 * 60_000)
    await send([{ to: ada, percent: 85 }])
    expect(await mailsTo(ada)).toEqual([notice(80)])
  })

  it('are not sent for deleted accounts', async () => {
    const ada = await owner()
    await ada.client.run(DeleteAccountDocument, { input: { accountId: ada.accountId, namespace: ada.namespace } })
    await send([{ to: ada, percent: 85 }])
    expect(await mailsTo(ada)).toEqual([])
  })
})

function notice(percent: number): string {
  return `Ada's account has used ${percent} % of its data transfer`
}
