import type { ProbeAnswerClaims, ProbedHop } from '@culvert/schema/tokens'
import type { ConnectionHop, ConnectionStep } from '../../generated/schema.ts'
import { isPublicAddress } from '../../ground/public-address.ts'
import type { LookUp } from '../../platform/dns/look-up.ts'
import { explain } from '../agents/explanations.ts'

/** The hostname that is checked. */
export interface CheckedHostname {
  hostname: string
  /** The hostname of the installation's tunnels, to which DNS must point. */
  tunnelHost: string
}

const hops: ConnectionHop[] = ['NAME', 'SERVER', 'TLS', 'EDGE', 'AGENT', 'APP']

/** Adds the hops that were not reached. */
export function completeSteps(steps: ConnectionStep[], url: URL): ConnectionStep[] {
  const skipped = { state: 'SKIPPED', durationMs: null, code: null, message: null, fix: null } as const
  const ofUrl = hops.filter((hop) => hop !== 'TLS' || url.protocol === 'https:')
  return [...steps, ...ofUrl.slice(steps.length).map((hop) => ({ hop, ...skipped }))]
}

/** Returns a hop that works. */
export function passed(hop: ConnectionHop, durationMs: number | null, message: string): ConnectionStep {
  return { hop, state: 'OK', durationMs, code: null, message, fix: null }
}

/** Returns a hop that fails. */
export function failed(hop: ConnectionHop, failure: { code: string; message: string; fix: string }): ConnectionStep {
  return { hop, state: 'FAILED', durationMs: null, ...failure }
}

/**
 * Reports whether the API may connect to an address that a hostname resolves to. A custom domain points wherever its owner likes: one that
 * points into a private network must not make the API connect there, unless that is where the installation's own tunnels are.
 */
export function mayConnect(address: string, edgeAddresses: readonly string[]): boolean {
  return edgeAddresses.includes(address) || isPublicAddress(address)
}

/** Explains why a hostname does not resolve. */
export function explainLookUp(
  lookUp: Exclude<LookUp<string>, { outcome: 'found' }>,
  place: CheckedHostname,
): ConnectionStep {
  const { hostname, tunnelHost } = place
  const fix =
    `Add a DNS record that leads ${hostname} to ${tunnelHost}. For a domain of your own the Domains page shows the name to lead it to; ` +
    'any other is up to the operator of this installation.'
  switch (lookUp.outcome) {
    case 'no-name':
      return failed('NAME', { code: 'NAME_UNKNOWN', message: `No name server knows ${hostname}.`, fix })
    case 'no-record':
      return failed('NAME', { code: 'NAME_UNKNOWN', message: `${hostname} has no address.`, fix })
    case 'servfail':
    case 'unanswered': {
      const reason = lookUp.outcome === 'servfail' ? "the domain's own servers gave no usable answer" : lookUp.reason
      return failed('NAME', {
        code: 'NAME_UNANSWERED',
        message: `${hostname} could not be looked up: ${reason}.`,
        fix: 'Check again in a minute. If it persists, look at the name servers of the domain.',
      })
    }
    default:
      return lookUp satisfies never
  }
}

/** Refuses a hostname that points into a private network. */
export function explainPrivateAddress(address: string, { hostname, tunnelHost }: CheckedHostname): ConnectionStep {
  return failed('NAME', {
    code: 'ADDRESS_PRIVATE',
    message: `${hostname} leads to ${address}, which is not a public address.`,
    fix: `Lead it to the name that the Domains page shows, or to ${tunnelHost}, with a DNS record.`,
  })
}

/** Explains why no server answers, by the code of Node's error. */
export function explainConnection(
  code: string | undefined,
  message: string,
  place: CheckedHostname,
  url: URL,
): ConnectionStep {
  const fix = `Check that ${place.hostname} leads to ${place.tunnelHost}, and that the edge runs there.`
  if (code === 'ECONNREFUSED') {
    return failed('SERVER', { code: 'SERVER_REFUSED', message: `Nothing listens at ${url.host}.`, fix })
  }
  if (code === 'ETIMEDOUT') {
    return failed('SERVER', {
      code: 'SERVER_TIMEOUT',
      message: `${url.host} does not answer.`,
      fix: `${fix} A firewall in front of it may drop connections.`,
    })
  }
  return failed('SERVER', {
    code: 'SERVER_FAILED',
    message: `No connection to ${url.host} could be made: ${message}.`,
    fix,
  })
}

/** Explains that a server answers that is not an edge of this installation. */
export function explainForeignServer(place: CheckedHostname, url: URL): ConnectionStep {
  return failed('EDGE', {
    code: 'NOT_AN_EDGE',
    message: `${url.host} answers, but not as an edge of this installation.`,
    fix: `Check that ${place.hostname} leads to ${place.tunnelHost}, and that nothing in between answers in its place.`,
  })
}

/** Returns the hops behind the edge, from its answer. */
export function describeAnswer({ agent, app }: ProbeAnswerClaims): ConnectionStep[] {
  const agentStep = describeHop('AGENT', agent, 'The agent is connected.')
  if (app === null) return [agentStep]
  return [agentStep, describeHop('APP', app, `The app answers: HEAD / gave status ${app.status}.`)]
}

function describeHop(hop: ConnectionHop, { durationMs, failure }: ProbedHop, message: string): ConnectionStep {
  if (failure === null) return passed(hop, durationMs, message)
  const { cause, fix } = explain(failure.code)
  return failed(hop, { code: failure.code, message: joinDetail(cause, failure.detail), fix })
}

/** Joins a cause and the explanation of the agent or the edge. */
export function joinDetail(cause: string, detail: string | null): string {
  return detail === null ? cause : `${cause} The tunnel says: ${detail}.`
}
