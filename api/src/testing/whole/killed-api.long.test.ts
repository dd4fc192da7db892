import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { ReportUsageInput } from '../../generated/schema.ts'
import { ApiProcess } from '../api-process.ts'
import { ApiError } from '../client.ts'
import { describePostgres, fillFolder } from '../databases.ts'
import { authorizeEdge } from '../service-token.ts'
import { newUser } from '../sign-up.ts'
import { call } from './races.ts'

const killsCount = 2

describe('an API that is killed with kill -9 while clients write', () => {
  const closers: (() => Promise<unknown>)[] = []
  // A process that outlives a failed check would keep Vitest and the database from stopping.
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close()
  }, 20_000)

  const start = async (environment: Record<string, string>): Promise<ApiProcess> => {
    const api = new ApiProcess(environment)
    closers.push(() => api.kill())
    await api.waitUntilListening()
    return api
  }

  const checkNothingIsLost = async (environment: Record<string, string>) => {
    const kept = new Kept()
    let api = await start(environment)
    await kept.prepare(api)
    const kills: string[] = []
    try {
      for (let kill = 0; kill < killsCount; kill += 1) {
        const moment = { answers: randomInt(20, 60), thenMs: randomInt(20) }
        kills.push(`${moment.thenMs} ms after answer ${moment.answers}`)
        await kept.writeUntilKilled(api, moment)
        api = await start(environment)
        await kept.check(api)
      }
    } catch (error) {
      throw new Error(`Killed ${kills.join(', then ')}.`, { cause: error })
    }
  }

  it('keeps everything that it has acknowledged, and counts usage once, on PGlite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'culvert-killed-'))
    closers.push(() => rm(folder, { recursive: true }))
    fillFolder(join(folder, 'database'))
    await checkNothingIsLost({ CULVERT_DATA: folder })
  }, 180_000)

  describePostgres('on PostgreSQL', (postgres) => {
    it('keeps everything that it has acknowledged, and counts usage once', async () => {
      const { url = '', close } = await postgres.open()
      closers.push(close)
      await checkNothingIsLost({ DATABASE_URL: url })
    }, 180_000)
  })
})

/** What an API has answered, and the reports that it has not answered. */
class Kept {
  readonly #users: { authorization: string; email: string; hostnames: string[] }[] = []
  readonly #counted: ReportUsageInput[] = []
  readonly #inDoubt = new Set<ReportUsageInput>()
  #reported = { authorization: '', accountId: '' }

  /** A member whose usage edges report. */
  async prepare(api: ApiProcess): Promise<void> {
    const { authorization } = await this.#signUp(api)
    const [account] = await readAccounts(api, authorization)
    this.#reported = { authorization, accountId: account?.id ?? '' }
  }

  /** Several clients write continuously; the API is killed a moment after this many answers. */
  async writeUntilKilled(api: ApiProcess, { answers, thenMs }: { answers: number; thenMs: number }): Promise<void> {
    const enough = Promise.withResolvers<void>()
    let count = 0
    const repeat = async (work: () => Promise<unknown>) => {
      try {
        for (;;) {
          await work()
          count += 1
          if (count === answers) enough.resolve()
        }
      } catch (error) {
        // The kill breaks the connection; nothing else may go wrong.
        if (error instanceof ApiError || !api.isKilled) throw error
      }
    }
    const clients = Promise.all([
      ...[1, 2].map(() => repeat(() => this.#signUpWithGateway(api))),
      ...[1, 2, 3].map(() => repeat(() => this.#report(api, this.#newReport()))),
    ])
    await Promise.race([enough.promise, clients])
    await pause(thenMs)
    await api.kill()
    await clients
  }

  /** Resends unanswered reports, as edges do, and checks everything that was answered. */
  async check(api: ApiProcess): Promise<void> {
    for (const report of this.#inDoubt) await this.#report(api, report)
    for (const report of this.#counted.slice(-3)) expect(await sendReport(api, report)).toBe(false)
    const [account] = await readAccounts(api, this.#reported.authorization)
    expect(account?.usage.apiRequests).toBe(sum(this.#counted.flatMap(({ rows }) => rows.map((row) => row.requests))))

    for (const { authorization, email, hostnames } of this.#users) {
      const [own] = await readAccounts(api, authorization)
      expect({ email, hostnames: own?.gateways.map(({ subdomain }) => subdomain) }).toEqual({
        email,
        hostnames: expect.arrayContaining(hostnames),
      })
    }
  }

  async #signUp(api: ApiProcess) {
    const { email, ...input } = newUser({ email: `${randomUUID()}@example.com` })
    const { session } = await call(api.client(), 'signUp', { email, ...input }, 'session { accessToken }')
    const { accessToken } = session as { accessToken: string }
    const user = { authorization: `Bearer ${accessToken}`, email, hostnames: new Array<string>() }
    this.#users.push(user)
    return user
  }

  async #signUpWithGateway(api: ApiProcess): Promise<void> {
    const { authorization, hostnames } = await this.#signUp(api)
    const [account] = await readAccounts(api, authorization)
    const input = { accountId: account?.id, name: 'demo', domain: 'culvert.localhost' }
    const { gateway } = await call(api.client(authorization), 'createGateway', input, 'gateway { subdomain }')
    hostnames.push((gateway as { subdomain: string }).subdomain)
  }

  async #report(api: ApiProcess, report: ReportUsageInput): Promise<void> {
    this.#inDoubt.add(report)
    await sendReport(api, report)
    this.#inDoubt.delete(report)
    this.#counted.push(report)
  }

  #newReport(): ReportUsageInput {
    const { accountId } = this.#reported
    const date = new Date().toISOString().slice(0, 10)
    const requests = randomInt(1, 1_000)
    return {
      reportId: randomUUID(),
      rows: [
        { accountId, gatewayId: null, date, requests, failedRequests: 0, dataIn: 0, dataOut: 0, connectedSeconds: 0 },
      ],
    }
  }
}

/** Reports whether a report was counted and was not known before. */
async function sendReport(api: ApiProcess, report: ReportUsageInput): Promise<boolean> {
  const edge = api.client(() => authorizeEdge(new Date()))
  return (await call(edge, 'reportUsage', { ...report }, 'counted')).counted === true
}

interface ReadAccount {
  id: string
  usage: { apiRequests: number }
  gateways: { subdomain: string }[]
}

async function readAccounts(api: ApiProcess, authorization: string): Promise<ReadAccount[]> {
  const query = '{ viewer { memberships { account { id usage { apiRequests } gateways { subdomain } } } } }'
  const { body } = await api.client(authorization).post({ query })
  if (body.errors?.[0]) throw new ApiError(body.errors[0])
  const { viewer } = body.data as { viewer: { memberships: { account: ReadAccount }[] } }
  return viewer.memberships.map(({ account }) => account)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
