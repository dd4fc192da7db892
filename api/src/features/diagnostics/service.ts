import type { Socket } from 'node:net'
import { type ProbeAnswerClaims, type ProbeClaims, probeField, probeTarget, probeToken } from '@culvert/schema/tokens'
import { decodeJwt } from 'jose'
import type { ConnectionCheck, ConnectionStep } from '../../generated/schema.ts'
import { findErrorCode, notFound } from '../../ground/errors.ts'
import { isLocalName, toPublicUrl } from '../../ground/hostnames.ts'
import { authorizeOn } from '../../platform/access/authorize.ts'
import type { RequestContext } from '../../platform/context.ts'
import { sendRequest } from '../../platform/public-side/request.ts'
import { connectTo, findEdgeAddresses, secure } from '../../platform/public-side/connect.ts'
import { getPublicUrl } from '../agents/rules.ts'
import { findAgent } from '../agents/service.ts'
import { listEdgeAuthorities } from '../agents/tickets.ts'
import { findGateway } from '../gateways/service.ts'
import { readProbeAnswer } from './probe-answer.ts'
import { describeCertificate, explainCertificate, explainNoTls, readCertificate } from './certificate.ts'
import {
  completeSteps,
  describeAnswer,
  explainConnection,
  explainForeignServer,
  explainLookUp,
  explainPrivateAddress,
  mayConnect,
  passed,
  type CheckedHostname,
} from './rules.ts'

/** Checks the path to a gateway's app. */
export async function checkGateway(context: RequestContext, id: string): Promise<ConnectionCheck> {
  const gateway = await authorizeOn(context, 'diagnoseTunnels', 'gateway', () => findGateway(context.db, id))
  if (gateway.deletedAt !== null) throw notFound('gateway')
  const { accountId, subdomain } = gateway
  const publicUrl = toPublicUrl(context.config.tunnelUrl, subdomain)
  return await checkConnection(context, accountId, { hostname: subdomain, agentId: null }, publicUrl)
}

/** Checks the path to the app of a running agent. */
export async function checkAgent(context: RequestContext, id: string): Promise<ConnectionCheck> {
  const agent = await authorizeOn(context, 'diagnoseTunnels', 'agent', () => findAgent(context.db, id))
  // The hostname of an agent that has ended may belong to another account by now.
  if (agent.status !== 'active') throw notFound('running agent')
  const { accountId, assignedDomain } = agent
  const target = { hostname: assignedDomain, agentId: id }
  return await checkConnection(context, accountId, target, getPublicUrl(context.config, agent))
}

/** What is checked: whatever serves a hostname, or one agent of it. */
interface Target {
  hostname: string
  agentId: string | null
}

async function checkConnection(
  context: RequestContext,
  accountId: string,
  { hostname, agentId }: Target,
  publicUrl: string,
): Promise<ConnectionCheck> {
  await context.rateLimiter.check('checkConnectionOfAccount', accountId)
  const { config, clock } = context
  const url = new URL(publicUrl)
  const place = { hostname, tunnelHost: new URL(config.tunnelUrl).hostname }
  const steps = completeSteps(await checkHops(context, place, url, agentId), url)
  return {
    publicUrl: url.origin,
    checkedAt: clock.now(),
    passed: steps.every(({ state }) => state === 'OK'),
    steps,
  }
}

/** Follows the path of a visitor as far as it goes. Only a server with a valid certificate receives the probe. */
async function checkHops(
  context: RequestContext,
  checked: CheckedHostname,
  url: URL,
  agentId: string | null,
): Promise<ConnectionStep[]> {
  const steps: ConnectionStep[] = []
  let startedMs = performance.now()
  const addresses = await findAddresses(context, checked)
  if (!Array.isArray(addresses)) return [addresses]
  steps.push(passed('NAME', performance.now() - startedMs, `${checked.hostname} leads to ${addresses.join(', ')}.`))

  startedMs = performance.now()
  let socket = await connectTo(url, addresses).catch(toError)
  if (socket instanceof Error) {
    return [...steps, explainConnection(findErrorCode(socket), socket.message, checked, url)]
  }
  steps.push(passed('SERVER', performance.now() - startedMs, `A server answers at ${url.host}.`))

  if (url.protocol === 'https:') {
    startedMs = performance.now()
    const shown = { ...checked, url, ordersCertificates: context.config.certificates !== undefined }
    const secured = await secure(socket, url, await listEdgeAuthorities(context)).catch(toError)
    if (secured instanceof Error) return [...steps, explainNoTls(findErrorCode(secured), secured.message, shown)]
    const certificate = readCertificate(secured)
    if (certificate.fault !== undefined) {
      secured.destroy()
      return [...steps, explainCertificate(certificate, shown, context.clock.now())]
    }
    steps.push(passed('TLS', performance.now() - startedMs, describeCertificate(certificate)))
    socket = secured
  }

  startedMs = performance.now()
  const answer = await sendProbe(context, socket, url, agentId).finally(() => socket.destroy())
  if (answer === undefined) return [...steps, explainForeignServer(checked, url)]
  const ownMs = performance.now() - startedMs - (answer.agent.durationMs ?? 0) - (answer.app?.durationMs ?? 0)
  // The time that an edge waited in vain for an agent is not the edge's own.
  const edgeMs = answer.agent.durationMs === null ? null : Math.max(0, ownMs)
  return [...steps, passed('EDGE', edgeMs, 'It is an edge of this installation.'), ...describeAnswer(answer)]
}

/** Resolves with the addresses of the hostname, or with the step that says why there is none to connect to. */
async function findAddresses({ dns }: RequestContext, place: CheckedHostname): Promise<string[] | ConnectionStep> {
  const edgeAddresses = await findEdgeAddresses(place.tunnelHost)
  // Every machine resolves these names to itself, but Node's resolver does not.
  if (isLocalName(place.hostname) && edgeAddresses.length > 0) return edgeAddresses
  const found = await dns.lookUpAddresses(place.hostname)
  if (found.outcome !== 'found') return explainLookUp(found, place)
  const refused = found.values.find((address) => !mayConnect(address, edgeAddresses))
  return refused === undefined ? found.values : explainPrivateAddress(refused, place)
}

/** An edge gives agent and app 5 s each. */
const probeBounds = { timeoutMs: 12_000, bytesMax: 8 * 1_024 }

/** Resolves with the server's answer to a probe; with undefined unless it is an edge of this installation. */
export async function sendProbe(
  { config, keyring, clock }: Pick<RequestContext, 'config' | 'keyring' | 'clock'>,
  socket: Socket,
  url: URL,
  agentId: string | null,
): Promise<ProbeAnswerClaims | undefined> {
  const claims: ProbeClaims = { sub: url.hostname, agentId }
  const { token } = await keyring.sign(probeToken, { ...claims })
  const probeId = decodeJwt(token).jti ?? ''
  const question = { path: probeTarget, headers: { [probeField]: token }, ...probeBounds }
  const text = await sendRequest(socket, url, question).then(
    ({ body }) => body.toString('latin1'),
    () => '',
  )
  return await readProbeAnswer(text, { probeId, edgeSecret: config.edgeSecret, now: clock.now() })
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
