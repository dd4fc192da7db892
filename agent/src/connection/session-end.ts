import { WireError } from '@culvert/wire'
import type { GoAway } from '@culvert/wire'
import { exitCodes, Failure } from '../failure.ts'
import type { SessionEnd } from './tunnel-session.ts'

/** Returns the failure with which an edge's GOAWAY ends the command; undefined if the agent should redial. */
export function findFinalFailure({ code, message }: GoAway): Failure | undefined {
  switch (code) {
    case 'STOPPED':
      return endedFromServer('Your tunnel was stopped.', message)
    case 'GATEWAY_DELETED':
      return endedFromServer('Your tunnel was ended.', message)
    case 'AUTH_TOKEN_DELETED':
      return endedFromServer(
        'Your tunnel was ended.',
        message,
        'Sign in again with `culvert login`, or create a new AuthID on the dashboard.',
      )
    case 'REPLACED':
      return endedFromServer('Your tunnel was ended.', message)
    case 'VERSION_UNSUPPORTED':
      return new Failure(exitCodes.fault, 'This culvert and the server do not understand each other.', {
        why: `${message}.`,
        remedy: 'Install the version of culvert that belongs to the server.',
      })
    case 'SHUTDOWN':
    case 'PROTOCOL_ERROR':
    case 'TICKET_INVALID':
    case 'TICKET_EXPIRED':
    case 'RESUME_UNKNOWN':
    case 'TIMEOUT':
      return undefined
    default:
      throw new Error(`A good-bye is not handled: ${String(code satisfies never)}`)
  }
}

function endedFromServer(what: string, why: string, remedy?: string): Failure {
  return new Failure(exitCodes.endedFromServer, what, { why, remedy })
}

/** Describes in a clause why no more requests arrive on a connection. */
export function describeEnd({ goAway, move, error }: SessionEnd): string {
  if (move !== undefined) return move
  if (goAway?.code === 'PROTOCOL_ERROR') return `the edge could not understand this agent (${goAway.message})`
  if (goAway !== undefined) return goAway.message
  if (error instanceof WireError && error.code === 'PROTOCOL_ERROR') {
    return `the edge sent what the protocol does not allow (${error.message})`
  }
  if (error === undefined) return 'the edge closed the connection'
  // From here, the other side of the wire is the edge.
  const reason = error.message.replace(/^The other side\b/, 'the edge')
  return error instanceof WireError || reason !== error.message ? reason : `the connection broke (${reason})`
}
