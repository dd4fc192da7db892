import { waitForStop } from '@culvert/program'
import { Tunnel } from '../connection/tunnel.ts'
import { AgentApi } from '../control/agent-api.ts'
import type { StartedAgent } from '../control/agent-api.ts'
import { exitCodes, Failure } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import type { ExchangeObserver } from '../origin/exchange.ts'
import { describeRefusal } from '../origin/host-refusal.ts'
import { createLocalApp } from '../origin/local-app.ts'
import type { LocalApp } from '../origin/local-app.ts'
import { createOutput } from '../output/create-output.ts'
import { toFailedEvent } from '../output/events.ts'
import type { Output } from '../output/events.ts'
import { Reporter } from '../reports/reporter.ts'
import type { HttpConfig } from './http-config.ts'

/** The parts of a run of the command. */
interface Parts {
  config: HttpConfig
  api: AgentApi
  app: LocalApp
  output: Output
}

/** How long open requests may take after Ctrl-C, in milliseconds. */
const drainMs = 3_000
/** How long the API may take to be told that the agent ends, in milliseconds: a server that is away must not hold the user up. */
const farewellMs = 2_000

/** Opens a tunnel to a local app and keeps it open until it is ended. Returns the exit code. */
export async function runHttp(config: HttpConfig, isJson: boolean): Promise<ExitCode> {
  let tunnel: Tunnel | undefined
  const output = createOutput(isJson, () => ({ ...app.traffic, roundTripMs: tunnel?.roundTripMs }))
  const { target, hostHeader, allowsAnyCertificate, connectionsMax, streamsMax } = config
  const observer = observeInto(output, config)
  const app = createLocalApp({ target, hostHeader, allowsAnyCertificate, connectionsMax, streamsMax, observer })
  const parts = { config, api: new AgentApi(config.server, config.authToken), app, output }
  const stopped = waitForStop(() => {
    void output.close()
    return exitCodes.endedByUser
  })
  try {
    const appFault = app.probe()
    const agent = await startAgent(parts)
    tunnel = createTunnel(parts, agent, appFault)
    await keepOpen(parts, tunnel, stopped)
    output.show({ event: 'stopped' })
    return exitCodes.endedByUser
  } catch (error) {
    const failure = error instanceof Failure ? error : unexpected(error)
    output.show(toFailedEvent(failure))
    return failure.exitCode
  } finally {
    app.close()
    parts.api.close()
    await output.close()
  }
}

function startAgent({ config, api }: Parts): Promise<StartedAgent> {
  return api.start({ gateway: config.gateway, forwardingTo: config.target.url, name: config.name })
}

function createTunnel(
  { config, api, app, output }: Parts,
  agent: StartedAgent,
  appFault: Promise<string | undefined>,
): Tunnel {
  let isFirst = true
  return new Tunnel({
    ticket: agent,
    renewTicket: (signal) => api.renewTicket(signal),
    openStream: (stream, request) => app.open(stream, request),
    onStatus(status) {
      if (status.kind === 'reconnecting') {
        output.show({ event: 'reconnecting', reason: status.reason, delayMs: Math.round(status.delayMs) })
        return
      }
      if (isFirst) {
        const { id: agentId, publicUrl } = agent
        const dashboardUrl = `${config.server}/admin/agents`
        output.show({ event: 'started', agentId, publicUrl, forwardingTo: config.target.url, dashboardUrl })
        void appFault.then((fault) => warnOfApp(output, fault))
      }
      isFirst = false
      output.show({ event: 'connected' })
    },
  })
}

/** Resolves when the user has stopped it. Throws Failure when the tunnel ended otherwise. */
async function keepOpen(parts: Parts, tunnel: Tunnel, stopped: Promise<void>): Promise<void> {
  const { api, app, output } = parts
  const refused = Promise.withResolvers<never>()
  const reporter = new Reporter({
    traffic: app.traffic,
    send: (traffic) => api.report(traffic),
    // The answer to a report says only that the agent has ended; the answer to a request for a ticket says why.
    onUnwanted: () => void api.renewTicket().catch((error) => error instanceof Failure && refused.reject(error)),
  })
  let isKnownToApi = false
  try {
    await Promise.race([tunnel.run(), refused.promise, stopped])
    output.show({ event: 'stopping' })
    app.closeUpgraded()
    await tunnel.leave(drainMs)
  } catch (error) {
    isKnownToApi = error instanceof Failure && error.exitCode === exitCodes.endedFromServer
    throw error
  } finally {
    if (isKnownToApi) reporter.stop()
    else await sayGoodbye(reporter, api)
  }
}

/** Reports the last counters and the agent's end to the API, which finds out by itself if the report is lost. */
async function sayGoodbye(reporter: Reporter, api: AgentApi): Promise<void> {
  const timer = setTimeout(() => api.close(), farewellMs)
  await reporter.finish()
  await api.stop().catch(() => {})
  clearTimeout(timer)
}

function warnOfApp(output: Output, fault: string | undefined): void {
  if (fault === undefined) return
  const what = `${fault.charAt(0).toUpperCase()}${fault.slice(1)}`
  output.show({ event: 'warning', message: `${what}. Until your app answers there, visitors get an error page.` })
}

function observeInto(output: Output, config: HttpConfig): ExchangeObserver {
  let lastRefusal = ''
  return {
    answered({ method, target: path }, status, durationMs) {
      output.show({ event: 'request', method, path, status, durationMs: Math.round(durationMs) })
    },
    failed({ method, target: path }, code, message) {
      output.show({ event: 'request-failed', method, path, code, message })
    },
    refused(request, refusal) {
      const message = describeRefusal(refusal, request, config)
      // Every module of a page is refused; one line is enough.
      if (message === lastRefusal) return
      lastRefusal = message
      output.show({ event: 'warning', message })
    },
  }
}

function unexpected(error: unknown): Failure {
  return new Failure(exitCodes.fault, 'Culvert failed unexpectedly.', {
    why: error instanceof Error ? (error.stack ?? error.message) : String(error),
    wayOut: 'Please report this, with the text above.',
  })
}
