import { createHash, randomUUID } from 'node:crypto'
import type { webcrypto } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type {
  ReportAgentHealthInput,
  ReportRatesInput,
  ReportRequestsInput,
  ReportTunnelsInput,
  ReportUsageInput,
  TunnelEndReason,
} from '@culvert/schema/client-types'
import { agentCallToken, probeToken, serviceToken, ticketToken } from '@culvert/schema/tokens'
import type { AgentCallClaims, TicketClaims, TicketLimits } from '@culvert/schema/tokens'
import { GraphQLError } from 'graphql'
import { useServer as serveGraphqlWs } from 'graphql-ws/use/ws'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import type { JWTPayload } from 'jose'
import { WebSocketServer } from 'ws'
import type { AccountRanges } from '../accounts/restrictions.ts'
import type { Block } from '../tunnels/blocks.ts'
import { answerOperation, parseOnce, schema, validateOnce } from './api-schema.ts'
import type { newerReason } from './api-schema.ts'
import { createFakeCertificates } from './fake-certificates.ts'
import { closeLater, Queue } from './queue.ts'

export const edgeSecret = 'a secret of the tests, thirty-two characters or more'
export const issuer = 'http://culvert.test'

interface EndedTunnel {
  agentId: string
  reason: TunnelEndReason | typeof newerReason
}

/** The deviations of a faulty ticket. */
export interface TicketFaults {
  typ?: string
  audience?: string
  issuer?: string
  /** Seconds since the epoch. */
  issuedAt?: number
  expiresAt?: number
  privateKey?: webcrypto.CryptoKey
}

async function checkService(authorization: unknown): Promise<void> {
  await jwtVerify(String(authorization).replace('Bearer ', ''), new TextEncoder().encode(edgeSecret), {
    typ: serviceToken.typ,
    audience: serviceToken.audience,
  })
}

const defaultLimits: TicketLimits = { requestsPerMinute: 60_000, requestBurst: 5_000, openRequests: 1_000 }

/** The API as an edge sees it: keys, reports and ended tunnels, over the real schema. */
export async function startFakeApi() {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const kid = randomUUID()
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' }
  const tunnelReports = new Queue<ReportTunnelsInput>()
  const usageReports = new Queue<ReportUsageInput>()
  const endedTunnels = new Queue<EndedTunnel>()
  const healthReports = new Queue<ReportAgentHealthInput>()
  const rateReports = new Queue<ReportRatesInput>()
  /** The accepted ones, and all that arrived. */
  const requestReports = new Queue<ReportRequestsInput>()
  const requestAttempts = new Queue<ReportRequestsInput>()
  const siteChanges = new Queue<void>()
  const blockChanges = new Queue<number>()
  const restrictionChanges = new Queue<AccountRanges>()
  const state = {
    /** The tunnels that the answer to the next tunnel report names as ended. */
    ended: [] as EndedTunnel[],
    /** Whether the answer to a tunnel report says that agents must move elsewhere. */
    isDrained: false,
    /** The agents that must move to a less full edge. */
    released: [] as string[],
    /** The agents whose connected time another edge counts. */
    countedElsewhere: [] as string[],
    /** The agents whose connected time another edge counted before, and how long ago. */
    countedSince: [] as { agentId: string; seconds: number }[],
    /** Requests that fail with this code instead of being answered; usage is still counted first. */
    failure: undefined as string | undefined,
    /** The limits of every account in the answer to a tunnel report; undefined for those of the last ticket. */
    limits: undefined as TicketLimits | undefined,
    jwksRequests: 0,
    /** The content of its pages of restrictions; undefined if it cannot read them. */
    restrictions: [] as AccountRanges[] | undefined,
    /** The blocked hostnames; each change increments the version. */
    blocks: { version: 1, blocks: [] as Block[] },
    /** Hostnames of gateways. */
    reserved: new Set<string>(),
    /** Hostnames of gateways whose accounts are suspended. */
    suspended: new Set<string>(),
    /** The hostnames of each look-up. */
    hostnameQuestions: [] as string[][],
    /** Whether a usage report that fails is counted nevertheless. */
    countsBeforeFailing: false,
    /** The ids of usage reports that were counted. */
    countedReports: new Set<string>(),
    /** Accounts whose usage is refused with this code. */
    refusedUsage: new Map<string, string>(),
    /** Paths of requests that are refused with this code. */
    refusedRequests: new Map<string, string>(),
    /** Undefined if it cannot be determined. */
    offeredDomains: [] as string[] | undefined,
    /** Whether it publishes no keys. */
    withholdsKeys: false,
  }

  let issuedLimits: TicketLimits = defaultLimits
  const certificates = createFakeCertificates(edgeSecret, () => fail())
  const rootValue = {
    ...certificates.rootValue,
    site: () => {
      if (state.offeredDomains === undefined) fail('UNAVAILABLE')
      return { availableSubpointDomains: state.offeredDomains?.map((domain) => ({ domain, isDefault: false })) }
    },
    reportTunnels({ input }: { input: ReportTunnelsInput }) {
      tunnelReports.push(input)
      fail()
      const { countedElsewhere, countedSince, isDrained, released, limits = issuedLimits } = state
      const listed = new Set([...input.connected, ...(input.held ?? [])])
      const ended = state.ended.filter(({ agentId, reason }) => reason !== 'MOVED' || listed.has(agentId))
      // Like the API, it keeps reporting that the agent has moved for as long as the edge reports the agent: an edge may have to wait for the next answer.
      state.ended = state.ended.filter(({ reason }) => reason === 'MOVED')
      return { ended, limits, isDrained, released, countedElsewhere, countedSince }
    },
    reportUsage({ input }: { input: ReportUsageInput }) {
      usageReports.push(input)
      if (state.countsBeforeFailing) state.countedReports.add(input.reportId)
      fail()
      for (const { accountId } of input.rows) fail(state.refusedUsage.get(accountId))
      const counted = !state.countedReports.has(input.reportId)
      state.countedReports.add(input.reportId)
      return { counted }
    },
    reportRates({ input }: { input: ReportRatesInput }) {
      rateReports.push(input)
      return { accountCount: input.accounts.length }
    },
    reportRequests({ input }: { input: ReportRequestsInput }) {
      requestAttempts.push(input)
      fail()
      for (const { path } of input.requests) fail(state.refusedRequests.get(path))
      requestReports.push(input)
      return { recorded: input.requests.length }
    },
    reportAgentHealth({ input }: { input: ReportAgentHealthInput }) {
      healthReports.push(input)
      fail()
      return { agentCount: input.agents.length }
    },
    reservedHostnames({ hostnames }: { hostnames: string[] }) {
      state.hostnameQuestions.push(hostnames)
      fail()
      return hostnames.filter((hostname) => state.reserved.has(hostname))
    },
    suspendedHostnames({ hostnames }: { hostnames: string[] }) {
      return hostnames.filter((hostname) => state.suspended.has(hostname))
    },
    restrictions({ since }: { since: number }) {
      fail(state.restrictions === undefined ? 'UNAVAILABLE' : state.failure)
      const accounts = (state.restrictions ?? []).filter(({ version }) => version > since)
      const [page] = accounts
      return { accounts: accounts.slice(0, 1), version: page?.version ?? since, hasMore: accounts.length > 1 }
    },
    hostnameBlocks({ knownVersion }: { knownVersion: number | null }) {
      fail()
      const { version, blocks } = state.blocks
      return { version, blocks: version === knownVersion ? null : blocks }
    },
    async *hostnameBlocksChanged() {
      for (;;) yield { hostnameBlocksChanged: await blockChanges.next() }
    },
    async *restrictionsChanged() {
      for (;;) yield { restrictionsChanged: await restrictionChanges.next() }
    },
    async *siteChanged() {
      for (;;) {
        await siteChanges.next()
        yield { siteChanged: rootValue.site() }
      }
    },
    async *tunnelEnded() {
      for (;;) yield { tunnelEnded: await endedTunnels.next() }
    },
  }
  const fail = (code = state.failure) => {
    if (code !== undefined) throw new GraphQLError('No.', { extensions: { code } })
  }
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/.well-known/jwks.json') {
      state.jwksRequests += 1
      response.end(JSON.stringify({ keys: state.withholdsKeys ? [] : [jwk] }))
      return
    }
    await checkService(request.headers.authorization)
    const { query, variables } = JSON.parse(await text(request))
    response.end(JSON.stringify(await answerOperation(query, variables, rootValue)))
  }
  const server = createServer((request, response) => {
    onRequest(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const sockets = new WebSocketServer({ server, path: '/graphql' })
  serveGraphqlWs(
    {
      schema,
      parse: parseOnce,
      validate: validateOnce,
      roots: { subscription: rootValue },
      onConnect: ({ connectionParams }) => checkService(connectionParams?.authorization),
    },
    sockets,
  )
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = async () => {
    for (const socket of sockets.clients) socket.terminate()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  /** Signs claims as the API does, except for the given faults. */
  const issue = (
    claims: JWTPayload,
    { typ, audience, lifetimeSeconds }: { typ: string; audience: string; lifetimeSeconds: number },
    faults: TicketFaults,
  ): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', typ: faults.typ ?? typ, kid })
      .setIssuer(faults.issuer ?? issuer)
      .setAudience(faults.audience ?? audience)
      .setJti(randomUUID())
      .setIssuedAt(faults.issuedAt ?? now)
      .setExpirationTime(faults.expiresAt ?? now + lifetimeSeconds)
      .sign(faults.privateKey ?? privateKey)
  }
  await listen(0)
  closeLater(close)
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    state,
    tunnelReports,
    usageReports,
    rateReports,
    requestReports,
    requestAttempts,
    healthReports,
    certificates,
    close,
    /** Restarts on the same port. */
    reopen: () => listen(port),
    /** Changes the addresses that an account refuses. */
    restrict: (change: AccountRanges) => {
      const others = (state.restrictions ?? []).filter(({ accountId }) => accountId !== change.accountId)
      state.restrictions = [...others, change]
      restrictionChanges.push(change)
    },
    /** Blocks exactly these hostnames from now on. */
    block: (...blocks: Block[]) => {
      state.blocks = { version: state.blocks.version + 1, blocks }
      blockChanges.push(state.blocks.version)
    },
    /** Offers these domains from now on. */
    offerDomains: (domains: string[]) => {
      state.offeredDomains = domains
      siteChanges.push()
    },
    /** Returns a probe as the API signs it, valid except for the given faults. */
    issueProbe: (hostname: string, faults: TicketFaults = {}, agentId: string | null = null): Promise<string> =>
      issue({ sub: hostname, agentId }, probeToken, faults),
    /** Returns a call to the agent of demo.test as the API signs it, valid except for the given faults. */
    issueCall: (claims: Partial<AgentCallClaims> = {}, body = '', faults: TicketFaults = {}): Promise<string> => {
      const call: AgentCallClaims = {
        sub: 'demo.test',
        agentId: 'agent-1',
        method: 'GET',
        target: '/requests/id-1',
        bodyHash: createHash('sha256').update(body).digest('base64url'),
        ...claims,
      }
      return issue({ ...call }, agentCallToken, faults)
    },
    endTunnel: (agentId: string, reason: EndedTunnel['reason']) => endedTunnels.push({ agentId, reason }),
    /** Returns a ticket, valid except for the given faults. */
    issueTicket: (claims: Partial<TicketClaims> = {}, faults: TicketFaults = {}): Promise<string> => {
      const ticket: TicketClaims = {
        sub: 'agent-1',
        accountId: 'account-1',
        gatewayId: 'gateway-1',
        label: null,
        pool: false,
        hostname: 'demo.test',
        limits: defaultLimits,
        ...claims,
      }
      issuedLimits = ticket.limits
      return issue({ ...ticket }, ticketToken, faults)
    },
  }
}

export type FakeApi = Awaited<ReturnType<typeof startFakeApi>>
