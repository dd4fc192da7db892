import { CloseCode } from 'graphql-ws'
import type { WebSocket } from 'ws'
import type { App } from '../app.ts'
import { addMs } from '../clock.ts'
import type { Actor } from '../auth/actor.ts'

/** Closes sockets whose credential has ended: a session by sign-out, an AuthID by deletion, an access token by time. */
export interface CredentialWatch {
  watch(actor: Actor, socket: WebSocket): void
  close(): void
}

/** Node's timers hold no longer span (24.8 days). Who still has a good credential then connects again. */
const timerMsMax = 2 ** 31 - 1

/** How long an end is remembered: a socket may be authenticated right before it, and watched right after. */
const rememberedMs = 60_000

/** Starts listening for credentials that end, on whichever node. */
export function createCredentialWatch({ events, clock, log }: App): CredentialWatch {
  const socketsByCredential = new Map<string, Set<WebSocket>>()
  const endedLately = new Map<string, Date>()
  const ended = events.subscribe('credentialEnded', 'all')

  const remember = (credentialId: string) => {
    const now = clock.now()
    for (const [id, endedAt] of endedLately) if (endedAt < addMs(now, -rememberedMs)) endedLately.delete(id)
    endedLately.set(credentialId, now)
  }

  const closeEnded = async () => {
    for await (const { credentialId } of ended) {
      remember(credentialId)
      for (const socket of socketsByCredential.get(credentialId) ?? []) closeForbidden(socket, 'Session ended')
    }
  }
  closeEnded().catch((error: unknown) => log.error({ err: error }, 'ended credentials are no longer heard of'))

  return {
    watch: (actor, socket) => {
      const credentialId = findCredentialId(actor)
      // A client may leave while it is authenticated: nothing would ever end the watch.
      if (credentialId === undefined || socket.readyState === socket.CLOSED) return
      if (endedLately.has(credentialId)) return closeForbidden(socket, 'Session ended')
      const sockets = socketsByCredential.get(credentialId) ?? new Set()
      socketsByCredential.set(credentialId, sockets.add(socket))
      const expiresAt = 'expiresAt' in actor ? actor.expiresAt : null
      const timer =
        expiresAt === null
          ? undefined
          : setTimeout(
              () => closeForbidden(socket, 'Token expired'),
              Math.min(expiresAt.getTime() - clock.now().getTime(), timerMsMax),
            )
      socket.once('close', () => {
        clearTimeout(timer)
        sockets.delete(socket)
        if (sockets.size === 0) socketsByCredential.delete(credentialId)
      })
    },
    close: () => {
      void ended.return?.()
    },
  }
}

/** An edge's service token lives a minute and only opens the socket: it names nothing that could end. */
function findCredentialId(actor: Actor): string | undefined {
  switch (actor.kind) {
    case 'user':
      return actor.sessionId
    case 'auth-token':
      return actor.authTokenId
    case 'api-key':
      return actor.apiKeyId
    case 'edge':
    case 'anonymous':
      return undefined
    default:
      return actor satisfies never
  }
}

function closeForbidden(socket: WebSocket, reason: string): void {
  socket.close(CloseCode.Forbidden, reason)
}
