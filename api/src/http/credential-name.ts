import type { Actor } from '../platform/access/actor.ts'
import type { RequestContext } from '../platform/context.ts'

/** Returns what reads are counted on: a credential, or the client's network when there is none. */
export function nameCredential({ actor, clientNetwork }: Pick<RequestContext, 'actor' | 'clientNetwork'>): string {
  return nameActor(actor) ?? `network ${clientNetwork}`
}

function nameActor(actor: Actor): string | undefined {
  switch (actor.kind) {
    case 'user':
      return `session ${actor.sessionId}`
    case 'auth-token':
      return `auth-token ${actor.authTokenId}`
    case 'agent-token':
      return `agent-token ${actor.agentTokenId}`
    case 'api-key':
      return `api-key ${actor.apiKeyId}`
    case 'edge':
      return 'edge'
    case 'anonymous':
      return undefined
    default:
      return actor satisfies never
  }
}
