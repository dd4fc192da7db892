import type { Selectable } from 'kysely'
import type {
  ContentAbsence,
  RequestContent as RequestContentAnswer,
  SaveRequestSetInput,
  ShareRequestInput,
} from '../../generated/schema.ts'
import { addMs, dayMs } from '../../ground/clock.ts'
import { AppError, badInput, conflict } from '../../ground/errors.ts'
import { isRequestId, type VisitorRequest } from '../requests/rules.ts'
import type { RequestShareTable } from './table.ts'

/** The fact that a request was shared, without the copy. */
export type RequestShare = Omit<Selectable<RequestShareTable>, 'sealedCopy'>

/** The content of a request, wherever it was read. */
export type KeptContent = Omit<RequestContentAnswer, '__typename' | 'source' | 'share'>

/** The content of a request, as it is shown. */
export type RequestContent = KeptContent & Pick<RequestContentAnswer, 'source'> & { share: RequestShare | null }

/** Why there is no content, and what to do about it. */
const explanations: Record<Exclude<ContentAbsence, 'AGENT_UNREACHABLE'>, string> = {
  NOT_CARRIED:
    'No agent was asked for this request, so nothing of it was kept. What the edge recorded is all there is.',
  AGENT_ENDED:
    'The agent that carried this request has ended, and no longer has it. Share a request while its agent runs to keep a copy of it.',
  AGENT_TOO_OLD:
    'The agent that carried this request runs a version that cannot be asked. Update it (`culvert update`), and start the tunnel again.',
  INSPECTOR_OFF: 'The agent does not keep the contents of requests. Start it without --no-inspect to see them.',
  NOT_ALLOWED:
    'The agent does not share with the dashboard what it keeps. Look at it in the inspector on its own machine, or start the agent without --no-remote-inspect and --inspect-secrets.',
  NOT_KEPT:
    'The agent no longer has this request: newer ones took its place, or it was too busy to keep it. Share a request to keep a copy of it.',
}

/** Returns the name of a request in the audit log. */
export function nameRequest({ method, hostname, path }: Pick<VisitorRequest, 'method' | 'hostname' | 'path'>): string {
  return `${method} ${hostname}${path}`.slice(0, 300)
}

/** Thrown if an agent does not give what it was asked for. */
export class AgentCallFault extends Error {
  readonly absence: ContentAbsence
  /** The code of the error of an operation that cannot be done without the agent. */
  readonly code: 'CONFLICT' | 'UNAVAILABLE'
  /** Whether the agent may have done what it was asked for. */
  readonly mayBeDone: boolean

  private constructor(
    explanation: string,
    { absence, code, mayBeDone = false }: Pick<AgentCallFault, 'absence' | 'code'> & { mayBeDone?: boolean },
  ) {
    super(explanation)
    this.name = 'AgentCallFault'
    this.absence = absence
    this.code = code
    this.mayBeDone = mayBeDone
  }

  /** Explains why the agent refused, or was not asked. The agent's own words follow the explanation. */
  static of(absence: keyof typeof explanations, message?: string): AgentCallFault {
    const explanation = explanations[absence]
    const explained = message === undefined ? explanation : `${explanation} The agent says: ${message}`
    return new AgentCallFault(explained, { absence, code: 'CONFLICT' })
  }

  /** Explains why the agent gave no answer; the reason follows a colon. */
  static unreachable(reason: string, { mayBeDone = false } = {}): AgentCallFault {
    return new AgentCallFault(
      `The agent did not answer: ${reason}. Try again in a moment. If it persists, run \`culvert doctor\` on its machine.`,
      { absence: 'AGENT_UNREACHABLE', code: 'UNAVAILABLE', mayBeDone },
    )
  }

  /** Returns the same as an error, for an operation that cannot be done without the agent. */
  toAppError(): AppError {
    return new AppError(this.code, this.message, this.code === 'UNAVAILABLE' ? { reason: this.absence } : {})
  }

  /** Reports the agent's own objection. */
  static refused(message: string, { mayBeDone = false } = {}): AgentCallFault {
    return new AgentCallFault(`The agent refused: ${message}`, {
      absence: 'AGENT_UNREACHABLE',
      code: 'CONFLICT',
      mayBeDone,
    })
  }
}

const setName = /^[A-Za-z0-9][\w.-]{0,63}$/

/** Validates the name of a set, which becomes a part of a path on the machine of the agent. */
export function checkSetName(name: string): void {
  if (setName.test(name)) return
  throw badInput(
    'name',
    'The name of a set has 1 to 64 letters, digits, dots, hyphens and underscores, of which the first is a letter or a digit',
  )
}

const setRequestsMax = 200

/** Validates a set to save. */
export function checkSet({ name, requestIds }: SaveRequestSetInput): void {
  checkSetName(name)
  if (requestIds.length === 0 || requestIds.length > setRequestsMax) {
    throw badInput('requestIds', `A set has 1 to ${setRequestsMax} requests, not ${requestIds.length}`)
  }
  for (const id of requestIds) {
    if (!isRequestId(id)) throw badInput('requestIds', 'requestIds must be ids of recorded requests, which are UUIDs')
  }
}

/** How many shared copies an account may have at a time. */
export const sharesMax = 100

/** Bytes of the JSON of a copy. */
export const copyBytesMax = 2_621_440

const daysMax = 30

/** Returns when a copy that is made now expires. */
export function parseExpiry({ days }: Pick<ShareRequestInput, 'days'>, now: Date): Date {
  if (days < 1 || days > daysMax) throw badInput('days', `days must be a number from 1 to ${daysMax}, not ${days}`)
  return addMs(now, days * dayMs)
}

/** Throws CONFLICT when an account has as many shared copies as it may. */
export function checkShareCount(others: number): void {
  if (others < sharesMax) return
  throw conflict(
    `This account has ${sharesMax} shared requests, the most that it may have. End one of them, or wait until one expires.`,
  )
}

/** Throws CONFLICT for a copy that is too large. */
export function checkCopySize(bytes: number): void {
  if (bytes <= copyBytesMax) return
  throw conflict(
    `The contents of this request are ${bytes} bytes, and a copy has at most ${copyBytesMax}. Look at them while its agent runs.`,
  )
}
