import { messageOf } from '@culvert/program'
import { Cron } from 'croner'
import { z } from 'zod'

/** A kind of background work, whatever its payload. */
interface JobTerms {
  /** Kept in the database: renaming it strands the jobs that wait. */
  name: string
  /** After this many failed attempts the job is given up. */
  attemptsMax: number
  /** How many run at a time on a node, in separate slots: slow ones keep no others waiting. In the common slots when left out. */
  ownSlots?: number
  /** When recurring work is due: minute, hour, day of month, month, day of week, in UTC. */
  cron?: string
}

/** A kind of background work. */
export interface JobKind<Payload> extends JobTerms {
  /** The schema of its payload, which must survive JSON: no transforms, no dates. Older payloads that still wait must continue to fit. */
  payload: z.ZodType<Payload, Payload>
}

/** One attempt at a job. */
export interface JobAttempt {
  jobId: string
  /** The attempt's number, from 1. */
  attempt: number
  /** Aborts when the attempt takes too long, or the program stops and cannot wait any longer. */
  signal: AbortSignal
}

/** A kind with the function that does the work. */
export interface JobHandler {
  kind: JobTerms
  run(payload: unknown, attempt: JobAttempt): Promise<void>
}

/** Thrown by a handler when another attempt cannot help: the job is given up at once. */
export class GiveUp extends Error {
  override name = 'GiveUp'
}

/** Declares a kind of job. With 12 attempts (the default) it is tried for about four hours. */
export function defineJob<Payload>(definition: {
  name: string
  payload: z.ZodType<Payload, Payload>
  attemptsMax?: number
  ownSlots?: number
}): JobKind<Payload> {
  return { attemptsMax: 12, ...definition }
}

/**
 * Declares a kind of job that is enqueued at set times, once for all nodes. `dueAt` is the instant that the pattern
 * named. Instants that passed while no node ran are made up for by one job, which gets the earliest of them.
 */
export function defineRecurringJob(definition: {
  name: string
  cron: string
  attemptsMax?: number
}): JobKind<RecurringPayload> {
  findNext(definition.cron, new Date(0))
  return { attemptsMax: 12, payload: recurringPayload, ...definition }
}

const recurringPayload = z.object({
  /** The instant that the pattern named, in ISO 8601. */
  dueAt: z.iso.datetime(),
})

/** The payload of a recurring job. */
export type RecurringPayload = z.infer<typeof recurringPayload>

/** Binds a kind to the function that does its work. A handler may run twice for one job, so its work must be idempotent. */
export function handleJob<Payload>(
  kind: JobKind<Payload>,
  run: (payload: Payload, attempt: JobAttempt) => Promise<void>,
): JobHandler {
  return {
    kind,
    run: async (payload, attempt) => {
      const { data, error } = kind.payload.safeParse(payload)
      if (error) throw new GiveUp(`The payload does not fit "${kind.name}" any more: ${z.prettifyError(error)}`)
      await run(data, attempt)
    },
  }
}

/** Returns the payload as it is stored. Throws when it no longer fits its kind after being turned into JSON and back. */
export function encodePayload<Payload>(kind: JobKind<Payload>, payload: Payload): string {
  const json = JSON.stringify(payload)
  kind.payload.parse(JSON.parse(json))
  return json
}

/** Returns the first instant after another that a cron pattern names. Throws when there is none. */
export function findNext(cron: string, after: Date): Date {
  const next = new Cron(cron, { timezone: 'UTC', mode: '5-part' }).nextRun(after)
  if (!next) throw new Error(`The pattern "${cron}" names no instant after ${after.toISOString()}.`)
  return next
}

/** Returns how long to wait after an attempt: 10 s, doubled each time up to an hour, then reduced at random by up to a half. */
export function computeRetryDelayMs(attempt: number, random: () => number = Math.random): number {
  const fullMs = Math.min(10_000 * 2 ** (attempt - 1), 3_600_000)
  return Math.round(fullMs * (1 - random() / 2))
}

/** Returns the part of a fault to store: messages of drivers can contain whole statements. */
export function describeFault(error: unknown): string {
  const message = messageOf(error)
  return message.slice(0, 1_000)
}
