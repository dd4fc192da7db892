import { RawSocket } from '@culvert/api/raw-socket'
import { type ControlClient, createControlClient } from '@culvert/control-client'
import { type RunningAgent, startAgent } from '../../agent.ts'
import { startApp } from '../../apps.ts'
import type { Cleanup } from '../../cleanup.ts'
import {
  AcceptInviteDocument,
  AccountChangedDocument,
  CreateAuthTokenDocument,
  DeleteAuthTokenDocument,
  EndSessionDocument,
  InviteMemberDocument,
  RemoveMemberDocument,
  RenameAccountDocument,
  ReportSessionDocument,
} from '../../control/control.generated.ts'
import { type Site, createTempFolder, startEdge } from '../../culvert.ts'
import { operate } from '../../operator.ts'
import type { Person } from '../../people.ts'
import { findSparePorts } from '../../ports.ts'
import { until } from '../../until.ts'
import { query } from '../../database.ts'
import type { TestBed } from './test-bed.ts'
import { AgentRefused, RawAgent, startSession } from './raw-agent.ts'
import { type Scenario, expectThat } from './scenario.ts'

/** The time within which anything that the API ends must have ended everywhere. */
const endedMs = 30_000

/** Promises that must hold even if a message never arrives. */
export const liveScenarios: readonly Scenario[] = [
  {
    area: 'messages that are lost',
    promise:
      "With Redis killed, an agent that another node stops, a removed member's and one of a deleted AuthID end within 30 s",
    needs: ['redis'],
    async run(testBed, cleanup) {
      const app = await startApp(cleanup, (_request, response) => response.end())
      const ada = await testBed.signUp(cleanup)
      const [bob, cyd] = [await testBed.signUp(cleanup), await testBed.signUp(cleanup)]
      const memberId = await joinAccount(ada, bob)
      const { accountId } = ada
      const ofBob = await bob.control.request(CreateAuthTokenDocument, { input: { accountId } })
      const ofCyd = await cyd.createAuthToken()
      const start = (secret: string) => startAgent(cleanup, testBed.site, { port: app.port, secret })
      const agents = [
        await start((await ada.createAuthToken()).secret),
        await start(ofBob.createAuthToken.secret),
        await start(ofCyd.secret),
      ] as const
      const stopped = (await ada.readAgents()).agents?.nodes.find(({ assignedDomain }) =>
        agents[0].publicUrl.includes(assignedDomain),
      )
      await killRedis(testBed, cleanup)
      const [asAda, asCyd] = [atSecondNode(testBed, ada, cleanup), atSecondNode(testBed, cyd, cleanup)]
      const seconds = await Promise.all([
        timeEnd(agents[0], asAda.request(EndSessionDocument, { input: { id: stopped?.id ?? '' } })),
        timeEnd(agents[1], asAda.request(RemoveMemberDocument, { input: { id: memberId } })),
        timeEnd(agents[2], asCyd.request(DeleteAuthTokenDocument, { input: { id: ofCyd.id } })),
      ])
      return `stopped after ${seconds[0]} s, removed after ${seconds[1]} s, AuthID deleted after ${seconds[2]} s`
    },
  },
  {
    area: 'messages that are lost',
    promise:
      'With Redis killed, disabling a user closes their WebSockets on both nodes, and no operation sent after it is done',
    needs: ['redis'],
    async run(testBed, cleanup) {
      const { secondNode, databaseUrl } = testBed.shared
      const ada = await testBed.signUp(cleanup)
      const sockets = [await open(testBed.site, ada, cleanup), await open(secondNode.site, ada, cleanup)]
      await killRedis(testBed, cleanup)
      // A client that ignores the end, and keeps asking.
      for (const socket of sockets) socket.pause()
      await operate(testBed.site, 'users', 'disable', ada.email)
      const disabledMs = performance.now()
      const payload = rename(ada, 'Renamed by nobody')
      for (const socket of sockets) await socket.send({ id: '1', type: 'subscribe', payload })
      for (const socket of sockets) socket.resume()
      const codes = (await Promise.all(sockets.map(({ closed }) => within(closed, endedMs)))).map(({ code }) => code)
      const seconds = secondsSince(disabledMs)
      expectThat(
        codes.every((code) => code === 4403),
        `the sockets closed with ${codes.join(' and ')}`,
      )
      const rows = await query<{ name: string }>(databaseUrl, 'select name from accounts where id = $1', [
        ada.accountId,
      ])
      expectThat(rows[0]?.name !== 'Renamed by nobody', 'an operation of a disabled user was carried out')
      return `4403 on both nodes after ${seconds} s, neither operation was carried out`
    },
  },
  {
    area: 'messages that are lost',
    promise: 'After a gap in what nodes hear of each other every WebSocket closes with 1012, and clients come back',
    needs: ['redis'],
    async run(testBed, cleanup) {
      const { secondNode, databaseUrl } = testBed.shared
      const ada = await testBed.signUp(cleanup)
      const sockets = [await open(testBed.site, ada, cleanup), await open(secondNode.site, ada, cleanup)]
      let [connected, heard] = [0, 0]
      for (const { apiUrl } of [testBed.site, secondNode.site]) {
        const client = createControlClient({ apiUrl, authorization: () => ada.authorization })
        cleanup.defer(() => client.close())
        const handler = { onConnected: () => (connected += 1), onNext: () => (heard += 1) }
        client.subscribe(AccountChangedDocument, { accountId: ada.accountId }, handler)
      }
      await until('both clients are connected', async () => connected === 2)
      const ended = await endListeners(databaseUrl)
      expectThat(ended === 2, `PostgreSQL knew ${ended} listeners of two nodes`)
      const endedAtMs = performance.now()
      const codes = (await Promise.all(sockets.map(({ closed }) => within(closed, endedMs)))).map(({ code }) => code)
      const closedAfter = secondsSince(endedAtMs)
      expectThat(
        codes.every((code) => code === 1012),
        `the sockets closed with ${codes.join(' and ')}`,
      )
      await until('both clients are back', async () => connected === 4, endedMs)
      const backAfter = secondsSince(endedAtMs)
      heard = 0
      await ada.control.request(RenameAccountDocument, { input: { accountId: ada.accountId, name: 'Heard again' } })
      await until('clients of both nodes hear of a change', async () => heard === 2, endedMs)
      return `1012 on both nodes after ${closedAfter} s, clients were back after ${backAfter} s and heard the next change`
    },
  },
  {
    area: 'messages that are lost',
    promise: 'A stopped agent does not come in again with its old ticket, nor does a second session by one ticket',
    async run(testBed, cleanup) {
      const ada = await testBed.signUp(cleanup)
      const admission = await startSession(ada)
      const { edgePort } = testBed.site
      const enter = () => RawAgent.enter(edgePort, admission, cleanup)
      const first = await enter()
      const again = await refusalOf(enter())
      expectThat(again !== undefined, 'one ticket opened two sessions')
      expectThat(!first.socket.destroyed, 'the second try ended the first session')
      await ada.control.request(EndSessionDocument, { input: { id: admission.agentId } })
      expectThat(await first.isEnded(), 'the session of the stopped agent goes on')
      const stopped = await refusalOf(enter())
      expectThat(stopped !== undefined, 'the stopped agent came in again')
      return `refused: "${again}", then "${stopped}"`
    },
  },
  {
    area: 'messages that are lost',
    promise:
      'Agents of an edge that is killed count as disconnected within 30 s, also one that goes on reporting itself',
    async run(testBed, cleanup) {
      const ada = await testBed.signUp(cleanup)
      const [edgePort = 0] = await findSparePorts(1)
      const folder = await createTempFolder(cleanup)
      const own = {
        EDGE_HTTP_PORT: String(edgePort),
        EDGE_HTTPS_PORT: '0',
        EDGE_OPERATIONS_PORT: '',
        CULVERT_DATA: folder,
      }
      const edge = await startEdge(cleanup, { ...testBed.site, edgePort, env: { ...testBed.site.env, ...own } })
      const [quiet, reporting] = [await startSession(ada), await startSession(ada)]
      for (const admission of [quiet, reporting]) await RawAgent.enter(edgePort, admission, cleanup)
      const countConnected = async () =>
        (await ada.readAgents()).agents?.nodes.filter(({ connected }) => connected).length
      await until('both agents are connected', async () => (await countConnected()) === 2)
      const counters = { requestCount: 0, dataIn: 0, dataOut: 0 }
      const report = () =>
        ada.control.request(ReportSessionDocument, { input: { agentId: reporting.agentId, ...counters } })
      await edge.kill()
      const killedMs = performance.now()
      const reports = setInterval(() => void report().catch(() => {}), 5_000)
      cleanup.defer(() => clearInterval(reports))
      await until('no agent of the killed edge is connected', async () => (await countConnected()) === 0, endedMs)
      return `2 agents disconnected after ${secondsSince(killedMs)} s`
    },
  },
]

/** Makes a person join another's account by an invitation link; returns the membership's id. */
async function joinAccount(owner: Person, { email, control }: Person): Promise<string> {
  const input = { accountId: owner.accountId, email, role: 'viewer' as const }
  const { url } = (await owner.control.request(InviteMemberDocument, { input })).inviteMember.invite
  const token = new URL(url ?? '').searchParams.get('invite_token') ?? ''
  return (await control.request(AcceptInviteDocument, { input: { token } })).acceptInvite.membership.id
}

async function killRedis({ shared: { redis } }: TestBed, cleanup: Cleanup): Promise<void> {
  await redis.kill()
  cleanup.defer(() => redis.start())
}

function atSecondNode({ shared }: TestBed, { authorization }: Person, cleanup: Cleanup): ControlClient {
  const client = createControlClient({ apiUrl: shared.secondNode.site.apiUrl, authorization: () => authorization })
  cleanup.defer(() => client.close())
  return client
}

/** Returns how many seconds after it was ended an agent's command exits. */
async function timeEnd(agent: RunningAgent, ending: Promise<unknown>): Promise<number> {
  await ending
  const beganMs = performance.now()
  const { code } = await agent.waitForExit(endedMs)
  const seconds = secondsSince(beganMs)
  expectThat(code === 6, `an agent that was ended exited with ${code}: ${agent.stderr}`)
  return seconds
}

/** Opens a person's WebSocket that a node has acknowledged. */
async function open({ apiUrl }: Site, { authorization }: Person, cleanup: Cleanup): Promise<RawSocket> {
  const socket = new RawSocket(apiUrl)
  cleanup.defer(() => socket.end())
  await socket.send({ type: 'connection_init', payload: { authorization } })
  await socket.nextOf('connection_ack')
  return socket
}

function rename({ accountId }: Person, name: string) {
  return { query: RenameAccountDocument.toString(), variables: { input: { accountId, name } } }
}

/** Closes the connections on which nodes listen, like a PostgreSQL that restarts; returns how many there were. */
async function endListeners(databaseUrl: string): Promise<number> {
  const listeners = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and (query like 'listen %' or query like 'select pg_notify%')`
  return (await query(databaseUrl, listeners)).length
}

/** Returns the edge's refusal of an agent; undefined if it let the agent in. */
async function refusalOf(entering: Promise<RawAgent>): Promise<string | undefined> {
  try {
    await entering
    return undefined
  } catch (error) {
    if (error instanceof AgentRefused) return error.message
    throw error
  }
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`nothing happened within ${ms} ms`)), ms)
  return await Promise.race([promise, late.promise]).finally(() => clearTimeout(timer))
}

function secondsSince(ms: number): number {
  return Math.round((performance.now() - ms) / 100) / 10
}
