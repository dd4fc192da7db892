import { credentialIdOf } from '../platform/access/actor.ts'
import type { RequestContext } from '../platform/context.ts'

/** Returns what reads are counted on: a credential, or the client's network when there is none. */
export function nameCredential({ actor, clientNetwork }: Pick<RequestContext, 'actor' | 'clientNetwork'>): string {
  if (actor.kind === 'anonymous') return `network ${clientNetwork}`
  if (actor.kind === 'edge') return 'edge'
  return `${actor.kind === 'user' ? 'session' : actor.kind} ${credentialIdOf(actor)}`
}
