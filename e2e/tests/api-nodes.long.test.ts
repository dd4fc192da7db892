import { describe, expect, it } from 'vitest'
import { type ApiNode, startApiNode } from '../src/api-nodes.ts'
import { startBalancer } from '../src/balancer.ts'
import { createCleanup } from '../src/cleanup.ts'
import {
  AccountChangedDocument,
  RenameAccountDocument,
  ViewerAccountsDocument,
} from '../src/control/control.generated.ts'
import { planSite, startApi } from '../src/culvert.ts'
import { createDatabase, query } from '../src/database.ts'
import { type Person, signUp } from '../src/people.ts'
import { findSparePorts } from '../src/ports.ts'
import { startRedis } from '../src/redis.ts'
import { until } from '../src/until.ts'

const cleanup = createCleanup()
const databaseUrl = await createDatabase(cleanup)

const askingCount = 8
const followerCount = 20
/** The minimum number of changes between two restarts. */
const betweenCount = 5

describe.skipIf(databaseUrl === undefined)('two API nodes on one database', () => {
  it('restart in turn: no operation is lost, repeated or refused, and each subscriber learns of each change', async () => {
    const [port = 0] = await findSparePorts(1)
    const site = await planSite(cleanup)
    const redis = await startRedis(cleanup)
    site.apiUrl = `http://localhost:${port}`
    Object.assign(site.env, {
      DATABASE_URL: databaseUrl,
      CULVERT_PUBLIC_URL: site.apiUrl,
      API_NOTICE_SECONDS: '2',
      API_READ_POINTS_PER_MINUTE: '1000000000',
      ...(redis && { REDIS_URL: redis.url }),
    })
    const nodes = [await startApiNode(cleanup, site), await startApiNode(cleanup, site)]
    const backends = nodes.map((node) => ({ port: Number(node.site.env.PORT), readyUrl: `${node.site.apiUrl}/readyz` }))
    const balancer = await startBalancer(cleanup, port, backends)
    const [ada, grace] = [await signUp(site, 'Ada'), await signUp(site, 'Grace')]
    const followers = Array.from({ length: followerCount }, () => follow(ada))
    await until('all are subscribed', async () => followers.every(({ isConnected }) => isConnected))
    const asking = askAgainAndAgain(grace)
    const changes = new Changes(ada, followers)

    await changes.make(betweenCount)
    for (const node of nodes) {
      const restarting = restart(node)
      await changes.makeUntil(restarting)
      await until('the node is ready', async () => (await fetch(`${node.site.apiUrl}/readyz`)).ok)
      await changes.make(betweenCount)
    }
    const { sent, lost } = await asking.end()
    expect(lost).toEqual([])
    expect(balancer.refused).toBe(0)
    expect(balancer.led.every((count) => count > askingCount)).toBe(true)
    expect(await countRenames(grace)).toBe(sent)
    expect(await countRenames(ada)).toBe(changes.count)
    const reasons = followers.flatMap(({ losses }) => losses)
    // Each was connected to one of the two nodes when it stopped, some to both.
    expect(reasons.length).toBeGreaterThanOrEqual(followerCount)
    expect(reasons.filter((reason) => !reason.includes('closed with 1012'))).toEqual([])
    for (const { end } of followers) end()
  })
})

/** Stops a node as a deployment does, and starts it again. */
async function restart(node: ApiNode): Promise<void> {
  node.api.signal('SIGTERM')
  // The notice of 2 seconds, the 2 seconds in which clients are told, and a loaded machine.
  expect((await node.api.waitForExit(20_000)).code).toBe(0)
  node.api = await startApi(cleanup, node.site)
}

/** Follows the name of a person's account, and reads it whenever events may have been missed. */
function follow({ control, accountId }: Person) {
  const follower = { known: 0, isConnected: false, losses: [] as string[], end: () => {} }
  const learn = (name: string | undefined) => {
    follower.known = Math.max(follower.known, Number(/\d+$/.exec(name ?? '')?.[0] ?? 0))
  }
  const read = async () => {
    const { viewer } = await control.request(ViewerAccountsDocument, {})
    learn(viewer.memberships[0]?.account.name)
  }
  follower.end = control.subscribe(
    AccountChangedDocument,
    { accountId },
    {
      onNext: ({ accountChanged }) => learn(accountChanged.name),
      onConnected: () => {
        follower.isConnected = true
        void read()
      },
      onDisconnected: ({ message }) => {
        follower.isConnected = false
        follower.losses.push(message)
      },
    },
  )
  return follower
}

/** Changes an account repeatedly; all followers receive each change before the next one is made. */
class Changes {
  count = 0
  readonly #person: Person
  readonly #followers: readonly { known: number }[]

  constructor(person: Person, followers: readonly { known: number }[]) {
    this.#person = person
    this.#followers = followers
  }

  async make(count: number): Promise<void> {
    for (let made = 0; made < count; made += 1) await this.#makeOne()
  }

  async makeUntil(over: Promise<void>): Promise<void> {
    const ended = new AbortController()
    const noted = over.finally(() => ended.abort())
    while (!ended.signal.aborted) await this.#makeOne()
    await noted
  }

  async #makeOne(): Promise<void> {
    this.count += 1
    const number = this.count
    await rename(this.#person, number)
    await until(
      `all know of change ${number}`,
      async () => this.#followers.every(({ known }) => known >= number),
      10_000,
    )
  }
}

/** Sends queries and mutations all the time, without retries. */
function askAgainAndAgain(person: Person) {
  const ending = new AbortController()
  let sent = 0
  const lost: unknown[] = []
  const ask = async (number: number): Promise<unknown> => {
    if (number % 2 === 0) return await person.control.request(ViewerAccountsDocument, {})
    sent += 1
    return await rename(person, sent)
  }
  const workers = Array.from({ length: askingCount }, async () => {
    for (let number = 0; !ending.signal.aborted; number += 1)
      await ask(number).catch((error: unknown) => lost.push(error))
  })
  return {
    end: async () => {
      ending.abort()
      await Promise.all(workers)
      return { sent, lost }
    },
  }
}

const rename = async ({ control, accountId }: Person, number: number) =>
  await control.request(RenameAccountDocument, { input: { accountId, name: `Change ${number}` } })

/** Returns the number of name changes in the audit log of an account. */
async function countRenames({ accountId }: Person): Promise<number> {
  const sql = `select count(*)::int as count from audit_entries where account_id = $1 and action = 'account.updated'`
  const [row] = await query<{ count: number }>(databaseUrl ?? '', sql, [accountId])
  return row?.count ?? 0
}
