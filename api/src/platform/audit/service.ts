import { randomUUIDv7 } from 'node:crypto'
import type { AuditObject } from '@culvert/schema/audit-objects'
import type { Insertable } from 'kysely'
import type { AuditActorKind } from '../../generated/schema.ts'
import type { Clock } from '../../ground/clock.ts'
import type { Actor } from '../access/actor.ts'
import type { Trx } from '../db/db.ts'
import * as repository from './repository.ts'
import { checkNoSecrets } from './rules.ts'
import type { AuditChanges, AuditEntryTable } from './table.ts'

/** The source of a change: a request's context, or one that `asSystem`, `asOperator` or `asPaymentProvider` made. */
export interface AuditSource {
  clock: Clock
  actor: Actor | { kind: 'system' } | { kind: 'operator' } | { kind: 'payment-provider' }
  /** Null when no client asked. */
  clientAddress: string | null
  userAgent: string | null
}

/** An event to record. */
export interface AuditEvent {
  /** noun.verb in the past tense, for example `gateway.deleted`. */
  action: string
  /** Null for an entry of a user's own log, whose object is that user. */
  accountId: string | null
  objectType: AuditObject
  objectId: string
  /** How a reader knows the object, for example its hostname. */
  objectName?: string | null
  /** Without secrets; null or left out when the action says it all. */
  changes?: AuditChanges | null
  /** The user who did it, if the request itself does not prove it yet, as in signing in. */
  by?: { userId: string; sessionId: string | null }
}

const userAgentLengthMax = 512

/**
 * Writes an entry as part of the change that it is about: neither exists without the other.
 *
 * What a person does to their own sign-in (signing up, in and out, passwords, sessions) happens in no account: they may
 * belong to several, and none of those may watch it. It is kept with the user and shown to them alone.
 */
export async function recordAudit(trx: Trx, source: AuditSource, event: AuditEvent): Promise<void> {
  await recordAudits(trx, source, [event])
}

/** Writes an entry for each event, in their order, as `recordAudit` does. */
export async function recordAudits(trx: Trx, source: AuditSource, events: readonly AuditEvent[]): Promise<void> {
  await repository.insertEntries(
    trx,
    events.map((event) => toEntry(source, event)),
  )
}

function toEntry(source: AuditSource, event: AuditEvent): Insertable<AuditEntryTable> {
  const { changes = null, objectName = null, by, ...what } = event
  if (changes) checkNoSecrets(changes)
  const actor = by
    ? { actorKind: 'SESSION' as const, actorUserId: by.userId, credentialId: by.sessionId }
    : describeActor(source.actor)
  return {
    ...what,
    ...actor,
    id: randomUUIDv7(),
    objectName,
    changes: changes && JSON.stringify(changes),
    ipAddress: source.clientAddress,
    userAgent: source.userAgent?.slice(0, userAgentLengthMax) ?? null,
    createdAt: source.clock.now(),
  }
}

/** Returns the source of changes that background work makes. */
export function asSystem({ clock }: { clock: Clock }): AuditSource {
  return { clock, actor: { kind: 'system' }, clientAddress: null, userAgent: null }
}

/** Returns the source of changes that the operator makes on the command line. */
export function asOperator({ clock }: { clock: Clock }): AuditSource {
  return { clock, actor: { kind: 'operator' }, clientAddress: null, userAgent: null }
}

/** Returns the source of changes that follow from what the payment provider reports. */
export function asPaymentProvider({ clock }: { clock: Clock }): AuditSource {
  return { clock, actor: { kind: 'payment-provider' }, clientAddress: null, userAgent: null }
}

interface AuditActor {
  actorKind: AuditActorKind
  actorUserId: string | null
  credentialId: string | null
}

function describeActor(actor: AuditSource['actor']): AuditActor {
  switch (actor.kind) {
    case 'user':
      return { actorKind: 'SESSION', actorUserId: actor.userId, credentialId: actor.sessionId }
    case 'auth-token':
      return { actorKind: 'AUTH_TOKEN', actorUserId: actor.userId, credentialId: actor.authTokenId }
    case 'api-key':
      return { actorKind: 'API_KEY', actorUserId: null, credentialId: actor.apiKeyId }
    case 'agent-token':
      return { actorKind: 'AGENT_TOKEN', actorUserId: null, credentialId: actor.agentTokenId }
    case 'edge':
    case 'payment-provider':
      return { actorKind: 'SERVICE', actorUserId: null, credentialId: null }
    case 'operator':
      return { actorKind: 'OPERATOR', actorUserId: null, credentialId: null }
    case 'anonymous':
      return { actorKind: 'ANONYMOUS', actorUserId: null, credentialId: null }
    case 'system':
      return { actorKind: 'SYSTEM', actorUserId: null, credentialId: null }
    default:
      return actor satisfies never
  }
}

export { connectEntries, deleteEntriesOfUser, listEntries, readEntries, type AuditSubject } from './repository.ts'
