import { type Socket, isIP } from 'node:net'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createControlClient } from '@culvert/control-client'
import { createLog, logWarnings } from '@culvert/program/log'
import type { Logger } from 'pino'
import { Accounts } from './accounts/accounts.ts'
import type { EdgeConfig } from './config.ts'
import { createServiceAuthorization } from './control/service-token.ts'
import { Hostnames } from './control/hostnames.ts'
import { OfferedDomains } from './control/offered-domains.ts'
import { Dashboard } from './dashboard/dashboard.ts'
import { startIngress } from './ingress/ingress.ts'
import type { Ingress, StartIngress } from './ingress/options.ts'
import type { LogLevel } from './operations/options.ts'
import { ErrorPages } from './pages/error-pages.ts'
import { OwnerLinks } from './pages/owner-link.ts'
import { logFaults } from './reporting.ts'
import { Metrics } from './operations/metrics.ts'
import { type OperationsServer, startOperationsServer } from './operations/operations-server.ts'
import { Readiness } from './operations/readiness.ts'
import type { PackedConnection, ProcessState } from './processes/messages.ts'
import { type ProcessPosition, socketPathOf, soleProcess } from './processes/position.ts'
import { RequestLog } from './operations/request-log.ts'
import { AgentCalls } from './agent-calls/agent-calls.ts'
import { Prober } from './probes/prober.ts'
import { CookieGuard } from './exchange/cookie-guard.ts'
import type { RawRelay } from './exchange/raw-relay.ts'
import { makeRefusedRow } from './http/refused-row.ts'
import type { Refusal } from './http/refusal.ts'
import { RequestQueue } from './requests/queue.ts'
import { RequestRecorder } from './requests/recorder.ts'
import { Restrictions } from './accounts/restrictions.ts'
import { LimitLeases } from './limit-leases/limit-leases.ts'
import type { RunningEdge } from './running-edge.ts'
import { ReachableTunnels } from './hop/reachable-tunnels.ts'
import { Router } from './router.ts'
import { openCertificates } from './open-certificates.ts'
import { openHop } from './open-hop.ts'
import { lastReportsMs, openReports } from './open-reports.ts'
import { admitAgent } from './tunnels/admission.ts'
import { Blocks } from './tunnels/blocks.ts'
import { KeptBytes } from './tunnels/kept-bytes.ts'
import type { VisitorSources } from './tunnels/kept-bytes.ts'
import type { FindTunnel } from './tunnels/reachable.ts'
import { TunnelRegistry } from './tunnels/registry.ts'
import { createTicketVerifier } from './control/tickets.ts'
import { UsageMeter } from './usage/meter.ts'
import { waitAtMost } from './wait-at-most.ts'

/** The edge, or the part of an edge that this process runs. */
export interface EdgeProcess extends RunningEdge {
  describe(): Promise<ProcessState>
  /** Takes over a connection that another process of this edge has passed on. */
  take(socket: Socket, connection: PackedConnection): void
  readonly log: Logger
}

/**
 * Starts an edge. It serves whether or not the API is available; tickets and reports wait for the API. `start` is another ingress if
 * one is to be compared with ours.
 */
export async function startEdge(
  config: EdgeConfig,
  position: ProcessPosition = soleProcess,
  start: StartIngress = startIngress,
): Promise<EdgeProcess> {
  const { timing, tunnelUrl } = config
  const log = openLog(config.logLevel, position)
  const reportFault = logFaults(log)
  const metrics = new Metrics()
  // Requests are logged at any level, because the operator asked for it.
  const requestLog = config.logsRequests ? log.child({}, { level: 'info' }) : undefined
  const errorPages = new ErrorPages({
    log: requestLog ?? log,
    metrics,
    ownerLinks: new OwnerLinks(config.publicUrl, config.edgeSecret),
    serverUrl: config.publicUrl,
    logsAll: config.logsRequests,
  })
  const meter = new UsageMeter()
  const authorization = createServiceAuthorization(config.edgeSecret)
  const client = createControlClient({ apiUrl: config.apiUrl, authorization })
  const hostnames = new Hostnames(client, log)
  const restrictions = new Restrictions((accountId, denyList) => accounts.find(accountId)?.setDenyList(denyList))
  const blocks = new Blocks()
  const accounts = new Accounts((accountId) => restrictions.find(accountId), config.networkShare)
  const registry = new TunnelRegistry({ timing, accounts, hostnames, meter, log })
  const isOffered = (domain: string) => offered.has(domain)
  const tunnels = new ReachableTunnels(registry.tunnels)
  const findTunnel: FindTunnel = (hostname, agentId) => tunnels.find(hostname, agentId)
  const isServed = async (hostname: string) => (await findTunnel(hostname, null)) !== undefined
  const surroundings = { client, isServed, hostnames, isOffered, log }
  const opened = config.secure && (await openCertificates(config, config.secure, surroundings))
  const { certificates, served, challenges } = opened ?? {}
  const offered = new OfferedDomains({ client, recheckMs: timing.recheckMs, log })
  const tickets = createTicketVerifier(config.apiUrl, config.publicUrl, log)
  const readiness = new Readiness({ tickets, restrictions, blocks, registry })
  const observer = new RequestLog(metrics, requestLog)
  const edgeId = randomUUID()
  const parts = { config, position, edgeId, authority: certificates?.authority, registry, accounts, meter, log }
  const hop = await openHop({
    ...parts,
    accessRulesLoaded: Promise.all([restrictions.loaded, blocks.loaded]),
    reportFault,
    metrics,
  })
  tunnels.remote = hop?.remote
  // Before the first visitor arrives, whose account needs a lease.
  const limitLeases =
    config.redisUrl === undefined ? undefined : new LimitLeases({ edgeId, redisUrl: config.redisUrl, accounts, log })
  // Loaded on demand: OpenTelemetry is large.
  const tracing =
    config.tracing && (await import('./operations/open-tracing.ts')).openTracing(config.tracing, edgeId, log)
  const requestQueue = new RequestQueue()
  const recorder = config.recordsRequests ? new RequestRecorder(requestQueue) : undefined
  const recordRefused = (refusal: Refusal) => {
    const row = recorder && makeRefusedRow(refusal)
    if (row === undefined || router.isOwnHostname(row.hostname)) return
    recorder?.takeRow(row, tunnels.peek(row.hostname))
  }
  const prober = new Prober({ findTunnel, edgeSecret: config.edgeSecret, timeoutMs: timing.probeMs })
  const agentCalls = new AgentCalls({ findTunnel, edgeSecret: config.edgeSecret, timing, reportFault })
  const dashboard = config.servesDashboard
    ? new Dashboard({ ...config, ...timing, errorPages, reportFault })
    : undefined
  const relays = new Set<RawRelay>()
  const router = new Router({
    config,
    tunnels,
    tickets,
    hostnames,
    blocks,
    admit: (transport) => admitAgent(transport, { registry, tickets, restrictions, blocks, timing, position, log }),
    readiness,
    position,
    certificates,
    challenges,
    dashboard,
    observer,
    cookieGuard: new CookieGuard(offered, log),
    findOther: (hostname, tried) => tunnels.findOther(hostname, tried),
    relays,
    tracer: tracing?.tracer,
    recorder,
    prober,
    agentCalls,
    hop,
    errorPages,
    reportFault,
  })
  let operations: OperationsServer | undefined
  let ingress: Ingress
  try {
    const findObstacles = () => readiness.findObstacles()
    const render = () => metrics.render()
    operations = config.operations && (await startOperationsServer({ ...config.operations, findObstacles, render }))
    const { port, host, trustedProxies, readsProxyHeaders } = config
    // If the public address is https but the edge itself is not, TLS ends in front of it.
    const scheme = tunnelUrl.protocol === 'https:' && certificates === undefined ? 'https' : 'http'
    const secure = config.secure && certificates && { port: config.secure.port, certificates, challenges }
    ingress = await start(
      {
        port,
        host,
        scheme,
        secure,
        trustedProxies,
        tunnelUrl,
        agentUrl: config.agentUrl,
        readsProxyHeaders,
        timing,
        caps: config.caps,
        errorPages,
        onCut: (reason) => metrics.countCut(reason),
        onRefused: recordRefused,
        reportFault,
        handoff: position.handoff,
        siblingPath: position.count > 1 ? socketPathOf(position, position.number, 'hop') : undefined,
      },
      (visitor) => router.route(visitor),
    )
  } catch (error) {
    void hop?.close(0)
    limitLeases?.close()
    operations?.close()
    certificates?.close()
    tickets.close()
    offered.close()
    throw error
  }
  const reports = await openReports({ ...parts, client, restrictions, blocks, requestQueue, served, challenges })
  // Each process gets an equal share, because none knows of the others' sessions.
  const visitors: VisitorSources = {
    connection: () => ingress.listConnections(),
    sent: () => hop?.links.listRequests() ?? [],
    received: () => hop?.incoming.listRequests() ?? [],
  }
  const keptBytes = new KeptBytes(registry, visitors, config.keptBytesMax / position.count, log)
  metrics.observe({ registry, accounts, meter, reports, requestQueue, keptBytes, served, hop })
  const url = `http://${urlHost(config.host)}:${ingress.port}`
  log.info({ url, securePort: ingress.securePort, api: config.apiUrl }, 'edge started')

  let closed: Promise<void> | undefined
  const close = async (graceMs: number) => {
    log.info({ graceMs }, 'edge stops')
    // The API is told before any agent, so that none is sent back here. Its answer says whether another edge takes them.
    await reports.tunnels.leave(Math.min(timing.leaveMs, graceMs))
    const startedMs = performance.now()
    if (registry.isDrained) {
      await waitAtMost(graceMs / 2, registry.untilEmpty())
      readiness.stop()
      ingress.leave()
      await delay(Math.min(timing.noticeMs, graceMs / 4))
    }
    const movingMs = registry.isDrained ? Math.ceil(performance.now() - startedMs) : 0
    const leftMs = Math.max(0, graceMs - movingMs)
    readiness.stop()
    router.stop()
    // The tunnels close first: an answer that this cuts off is reset, not merely ended.
    registry.close(leftMs)
    hop?.leave(leftMs)
    const reconnectMs = Math.min(timing.reconnectMs, leftMs)
    const reconnectTimer = setTimeout(
      () => relays.forEach((relay) => relay.askToReconnect(reconnectMs / 2)),
      leftMs - reconnectMs,
    )
    await ingress.close(leftMs)
    clearTimeout(reconnectTimer)
    await Promise.all([hop?.close(lastReportsMs), reports.close(), tracing?.close(lastReportsMs)])
    keptBytes.close()
    limitLeases?.close()
    offered.close()
    client.close()
    operations?.close()
    certificates?.close()
    dashboard?.close()
    tickets.close()
    log.info('edge stopped')
  }
  return {
    log,
    url,
    port: ingress.port,
    securePort: ingress.securePort,
    operationsPort: operations?.port,
    describe: async () => ({ obstacles: readiness.findObstacles(), metrics: await metrics.list() }),
    take: (socket, { address, received, ...connection }) =>
      ingress.take(socket, { ...connection, received: Buffer.from(received, 'base64') }, address),
    close: ({ graceMs = config.drainMs } = {}) => (closed ??= close(graceMs)),
  }
}

function openLog(level: LogLevel, { number, count }: ProcessPosition): Logger {
  const root = createLog({ name: 'edge', level })
  const log = count > 1 ? root.child({ process: number }) : root
  logWarnings(log)
  return log
}

/** Returns the host under which a listening address is reached from this machine. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}
