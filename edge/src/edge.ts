import { isIP } from 'node:net'
import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { createControlClient } from '@culvert/control-client'
import type { ControlClient } from '@culvert/control-client'
import { pino } from 'pino'
import type { Logger } from 'pino'
import { Accounts } from './accounts/accounts.ts'
import { openLocalAuthority } from './certificates/authority.ts'
import { createIssuedCertificates, openCertificateFolder } from './certificates/certificates.ts'
import type { Certificates } from './certificates/certificates.ts'
import { findRevocationUrl } from './certificates/revocation-url.ts'
import type { EdgeConfig, LogLevel, SecureConfig } from './config.ts'
import { createServiceAuthorization } from './control/service-token.ts'
import { TunnelReports } from './control/tunnel-reports.ts'
import { HealthReports } from './control/health-reports.ts'
import { Hostnames } from './control/hostnames.ts'
import { OfferedDomains } from './control/offered-domains.ts'
import { RateReports } from './control/rate-reports.ts'
import { RestrictionFeed } from './control/restriction-feed.ts'
import { UsageReports } from './control/usage-reports.ts'
import { startNetIngress } from './ingress/net-ingress.ts'
import { startNodeIngress } from './ingress/node-ingress.ts'
import type { Ingress, Visitor } from './ingress/visitor.ts'
import { ErrorPages } from './pages/error-pages.ts'
import { OwnerLinks } from './pages/owner-link.ts'
import { Metrics } from './operations/metrics.ts'
import { startOperationsServer } from './operations/operations-server.ts'
import type { OperationsServer } from './operations/operations-server.ts'
import { Readiness } from './operations/readiness.ts'
import type { ProcessState } from './processes/messages.ts'
import { alone } from './processes/place.ts'
import type { Place } from './processes/place.ts'
import { Siblings } from './processes/siblings.ts'
import { resumeTokenPrefix } from './processes/agent-greeting.ts'
import { RequestLog } from './operations/request-log.ts'
import { Prober } from './probes/prober.ts'
import { Restrictions } from './restrictions/restrictions.ts'
import { Router } from './router.ts'
import { admitAgent } from './tunnels/admission.ts'
import { KeptBytes } from './tunnels/kept-bytes.ts'
import { TunnelRegistry } from './tunnels/registry.ts'
import { createTicketVerifier } from './tunnels/tickets.ts'
import { UsageJournal } from './usage/journal.ts'
import { UsageMeter } from './usage/meter.ts'

/** An edge that takes visitors and agents. */
export interface RunningEdge {
  /** Where it answers on this machine. */
  url: string
  port: number
  /** The port of HTTPS; undefined where it is not served. */
  securePort: number | undefined
  /** Where health, readiness and metrics are; undefined where they are not served. */
  operationsPort: number | undefined
  /**
   * Ends it: agents are told to dial elsewhere, visitors get `Connection: close`, exchanges that run have `graceMs`
   * (default: what the configuration says) to finish, and what was counted goes to the API.
   */
  close(options?: { graceMs?: number }): Promise<void>
}

/** An edge, or one of the processes of an edge, that this process is. */
export interface EdgeProcess extends RunningEdge {
  describe(): Promise<ProcessState>
}

const lastReportsMs = 3_000

/** Starts an edge. It serves whether or not the API is there; tickets and reports wait for it. */
export async function startEdge(config: EdgeConfig, place: Place = alone): Promise<EdgeProcess> {
  const { timing, tunnelUrl } = config
  const log = createLog(config.logLevel, place)
  const metrics = new Metrics()
  // What the operator asked for is logged also where little else is.
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
  const accounts = new Accounts((accountId) => restrictions.find(accountId))
  const registry = new TunnelRegistry({
    resumeTokenPrefix: resumeTokenPrefix(place.number),
    timing,
    accounts,
    hostnames,
    meter,
    log,
  })
  const certificates =
    config.secure && (await openCertificates(config, config.secure, { registry, hostnames, client, log }))
  const tickets = createTicketVerifier(config.apiUrl, config.publicUrl)
  const readiness = new Readiness(tickets, restrictions)
  const observer = new RequestLog(metrics, requestLog)
  const edgeId = randomUUID()
  // Loaded only where it is wanted: OpenTelemetry is large.
  const tracing = config.tracing && (await import('./tracing/open-tracing.ts')).openTracing(config.tracing, edgeId, log)
  const prober = new Prober({ registry, edgeSecret: config.edgeSecret, timeoutMs: timing.probeMs })
  let siblings: Siblings | undefined
  const own = {
    route: (visitor: Visitor) => router.route(visitor),
    admit: (transport: Duplex) => admitAgent(transport, { registry, tickets, restrictions, timing, log }),
  }
  const router = new Router({
    config,
    registry,
    tickets,
    hostnames,
    admit: (transport) => (siblings ?? own).admit(transport),
    readiness,
    certificates,
    observer,
    tracer: tracing?.tracer,
    prober,
    errorPages,
  })
  let operations: OperationsServer | undefined
  let ingress: Ingress
  try {
    if (place.count > 1) siblings = await Siblings.open({ place, timing, errorPages, own })
    const findObstacles = () => readiness.findObstacles()
    const render = () => metrics.render()
    operations = config.operations && (await startOperationsServer({ ...config.operations, findObstacles, render }))
    const { port, host, trustedProxies, readsProxyHeaders } = config
    // Where the public address is https but the edge itself is not, TLS ends in front of it.
    const scheme = tunnelUrl.protocol === 'https:' && certificates === undefined ? 'https' : 'http'
    const secure = config.secure && certificates && { port: config.secure.port, certificates }
    const startIngress = config.ingress === 'net' ? startNetIngress : startNodeIngress
    ingress = await startIngress(
      {
        port,
        host,
        scheme,
        secure,
        trustedProxies,
        readsProxyHeaders,
        limits: timing,
        caps: config.caps,
        errorPages,
        onCut: (reason) => metrics.countCut(reason),
      },
      (visitor) => (siblings === undefined || router.isOwn(visitor.request.hostname) ? own : siblings).route(visitor),
    )
  } catch (error) {
    void siblings?.close(0)
    operations?.close()
    certificates?.close()
    tickets.close()
    throw error
  }
  const { journal, left } = await UsageJournal.open(config.usageFolder, log)
  const usageReports = new UsageReports({ client, meter, journal, left, usageMs: timing.usageMs, log })
  const tunnelReports = new TunnelReports({
    edgeId,
    authority: certificates?.authority,
    client,
    registry,
    heartbeatMs: timing.heartbeatMs,
    secondLookMs: timing.secondLookMs,
    log,
  })
  registry.listener = tunnelReports
  const restrictionFeed = new RestrictionFeed({ client, restrictions, secondLookMs: timing.secondLookMs, log })
  const healthReports = new HealthReports({ client, registry, healthMs: timing.healthMs, log })
  const rateReports = new RateReports({ edgeId, client, accounts, ratesMs: timing.ratesMs, log })
  // Each process has an equal share, for none knows of the others' sessions.
  const keptBytes = new KeptBytes(registry, config.keptBytesMax / place.count, log)
  metrics.observe({ registry, accounts, meter, usageReports, journal, keptBytes })
  const url = `http://${urlHost(config.host)}:${ingress.port}`
  log.info({ url, api: config.apiUrl }, 'edge started')

  let closed: Promise<void> | undefined
  const close = async (graceMs: number) => {
    log.info({ graceMs }, 'edge stops')
    router.stop()
    readiness.stop()
    // The tunnels first: an answer that their end cuts off is reset, not merely ended.
    registry.close(graceMs)
    const stoppedMs = performance.now()
    await ingress.close(graceMs)
    await siblings?.close(Math.max(0, graceMs - (performance.now() - stoppedMs)))
    await Promise.all([
      usageReports.close(lastReportsMs),
      tunnelReports.close(lastReportsMs),
      tracing?.close(lastReportsMs),
    ])
    keptBytes.close()
    restrictionFeed.close()
    rateReports.close()
    healthReports.close()
    client.close()
    operations?.close()
    certificates?.close()
    tickets.close()
    log.info('edge stopped')
  }
  return {
    url,
    port: ingress.port,
    securePort: ingress.securePort,
    operationsPort: operations?.port,
    describe: async () => ({ obstacles: readiness.findObstacles(), metrics: await metrics.list() }),
    close: ({ graceMs = config.drainMs } = {}) => (closed ??= close(graceMs)),
  }
}

function createLog(level: LogLevel, { number, count }: Place): Logger {
  const log = pino({ name: 'edge', level })
  return count > 1 ? log.child({ process: number }) : log
}

interface Surroundings {
  registry: TunnelRegistry
  hostnames: Hostnames
  client: ControlClient
  log: Logger
}

/** The operator's certificates, or those of the local authority for the edge itself and for hostnames that are somebody's. */
async function openCertificates(
  config: EdgeConfig,
  { certificateFolder, authorityFolder }: SecureConfig,
  { registry, hostnames, client, log }: Surroundings,
): Promise<Certificates> {
  const ownHostname = config.tunnelUrl.hostname
  if (certificateFolder !== undefined) return await openCertificateFolder(certificateFolder, ownHostname, log)
  const offered = new OfferedDomains(client, log)
  const authority = await openLocalAuthority(authorityFolder, findRevocationUrl(config))
  return createIssuedCertificates(authority, ownHostname, async (hostname) => {
    if (registry.find(hostname) !== undefined || (await offered.has(hostname.slice(hostname.indexOf('.') + 1))))
      return true
    return (await hostnames.find(hostname)) === 'reserved'
  })
}

/** The host under which an address to listen on is reached from this machine. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}
