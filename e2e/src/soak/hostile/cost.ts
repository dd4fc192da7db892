import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from '../../culvert.ts'
import type { Person } from '../../people.ts'
import { type Scenario, expectThat } from './scenario.ts'

const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { session { accessToken } } }'

/** A listing of days from here on has 5,000 rows. */
const from = '2013-01-01'
const to = '2026-09-09'

/** One listing of usage at its maximum length; an operation may contain two of them. */
function listUsage({ accountId }: Person, times: number): string {
  const listings = Array.from(
    { length: times },
    (_, index) => `a${index}: usageTotals(from: "${from}", to: "${to}") { date apiRequests dataInBytes dataOutBytes }`,
  )
  return `{ account(id: "${accountId}") { ${listings.join(' ')} } }`
}

/** Queries the shipped API, and returns the unparsed answer. */
async function ask({ apiUrl }: Site, query: string, { token, input }: { token?: string; input?: object } = {}) {
  const response = await fetch(`${apiUrl}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables: { input } }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function getToken(site: Site, { email, password }: Person): Promise<string> {
  const { text } = await ask(site, signIn, { input: { email, password } })
  const { data } = JSON.parse(text) as { data: { signIn: { session: { accessToken: string } } } | null }
  expectThat(data !== null, `signing in was answered with ${text.slice(0, 200)}`)
  return data.signIn.session.accessToken
}

/** Requests the API's health until `isOver`; returns how long each answer took, in milliseconds, shortest first. */
async function watchHealth({ apiUrl }: Site, isOver: () => boolean): Promise<number[]> {
  const tookMs: number[] = []
  while (!isOver()) {
    const beganMs = performance.now()
    const { status, body } = await fetch(`${apiUrl}/healthz`)
    await body?.cancel()
    tookMs.push(performance.now() - beganMs)
    expectThat(status === 200, `health was answered with ${status}`)
    await delay(20)
  }
  return tookMs.toSorted((a, b) => a - b)
}

/** How one reader tries to slow down others. */
export const costScenarios: readonly Scenario[] = [
  {
    area: 'what one may cost',
    promise: '30 listings of usage over 5,000 days are refused before they run',
    async run(testBed, cleanup) {
      const person = await testBed.signUp(cleanup)
      const token = await getToken(testBed.site, person)
      const beganMs = performance.now()
      const { status, text } = await ask(testBed.site, listUsage(person, 30), { token })
      const tookMs = Math.round(performance.now() - beganMs)
      expectThat(status === 400 && /150,000 rows.*at most 10,000/.test(text), `${status} ${text.slice(0, 300)}`)
      return `400 after ${tookMs} ms: 150,000 rows, at most 10,000`
    },
  },
  {
    area: 'what one may cost',
    promise: "The API's health is answered within 200 ms while ten connections read as much as one operation may",
    async run(testBed, cleanup) {
      const readers: { person: Person; token: string }[] = []
      for (let count = 0; count < 5; count += 1) {
        const person = await testBed.signUp(cleanup)
        readers.push({ person, token: await getToken(testBed.site, person) })
      }
      const quiet = (await watchHealth(testBed.site, until(1_000))).at(-1) ?? 0
      const isOver = until(5_000)
      const statuses: number[] = []
      const read = async ({ person, token }: (typeof readers)[number]) => {
        while (!isOver()) statuses.push((await ask(testBed.site, listUsage(person, 2), { token })).status)
      }
      const watching = watchHealth(testBed.site, isOver)
      await Promise.all([...readers, ...readers].map(read))
      const tookMs = await watching
      const [slowest = 0, median = 0] = [tookMs.at(-1), tookMs[Math.floor(tookMs.length / 2)]].map(Number)
      const served = statuses.filter((status) => status === 200).length
      const figure = `${Math.round(slowest)} ms at most, ${Math.round(median)} ms in the middle of ${tookMs.length} (${Math.round(quiet)} ms at most before); ${served} reads of 10,000 rows served, ${statuses.length - served} refused`
      expectThat(served > 0, `no read was served: ${figure}`)
      expectThat(slowest <= 200, figure)
      return figure
    },
  },
  {
    area: 'what one may cost',
    promise: 'A credential that reads more than 6,000 points in a minute waits, and another reads on',
    async run(testBed, cleanup) {
      const [greedy, other] = [await testBed.signUp(cleanup), await testBed.signUp(cleanup)]
      const token = await getToken(testBed.site, greedy)
      let answer = await ask(testBed.site, listUsage(greedy, 2), { token })
      let served = 0
      for (; answer.status === 200 && served < 70; served += 1) {
        answer = await ask(testBed.site, listUsage(greedy, 2), { token })
      }
      const retryAfter = answer.headers.get('retry-after')
      expectThat(
        answer.status === 429 && Number(retryAfter) > 0,
        `${served} reads were served, and then ${answer.status}, Retry-After ${retryAfter}`,
      )
      const { status } = await ask(testBed.site, listUsage(other, 2), { token: await getToken(testBed.site, other) })
      expectThat(status === 200, `another credential was answered with ${status}`)
      return `429 after ${served} reads of 10,000 rows, Retry-After ${retryAfter}; another was answered with 200`
    },
  },
]

/** Returns a predicate that becomes true once this much time has passed. */
function until(ms: number): () => boolean {
  const endMs = performance.now() + ms
  return () => performance.now() > endMs
}
