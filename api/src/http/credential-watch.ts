import { CloseCode } from 'graphql-ws'
import type { WebSocket } from 'ws'
import { findAccountIdsOf } from '../features/accounts/service.ts'
import { findAgentTokensInForce } from '../features/agent-tokens/authentication.ts'
import { findApiKeysInForce } from '../features/api-keys/authentication.ts'
import { findLiveAuthTokens } from '../features/auth-tokens/service.ts'
import { findLiveSessions } from '../features/sessions/service.ts'
import { createLoader } from '../ground/loader.ts'
import { type Actor, type Credential, credentialIdOf, isTwoFactors } from '../platform/access/actor.ts'
import type { App } from '../platform/app.ts'

/**
 * Closes sockets whose credential is no longer valid: at once when an event says so, and at the next check whatever events
 * were lost.
 */
export interface CredentialWatch {
  /** Closes a socket when its actor's credential ends. */
  watch(actor: Actor, socket: WebSocket): void
  /**
   * Reports whether a watched socket's credential is still valid, by an answer of the database that is at most `freshMs` old; closes
   * the socket when it is not. Rejects while the database does not answer.
   */
  check(actor: Actor, socket: WebSocket): Promise<boolean>
  close(): void
}

/** The longest time of Node's timers (24.8 days). A client whose credential is still valid then connects again. */
const timerMsMax = 2 ** 31 - 1

/** A credential with open sockets, and the database's last answer about it. */
interface Watched {
  readonly sockets: Set<WebSocket>
  isInForce: Promise<boolean> | undefined
  /** When the database was asked; milliseconds of the monotonic clock. */
  askedMs: number
  /** The accounts of which the person was a member then. */
  accountIds: readonly string[]
}

/** Starts listening for credentials that end on any node. */
export function createCredentialWatch(app: App, freshMs: number): CredentialWatch {
  const { events, clock, log } = app
  const watchedById = new Map<string, Watched>()
  const read = createReaders(app)
  const ended = events.subscribe('credentialEnded', 'all')

  const closeEnded = async () => {
    for await (const { credentialId } of ended) {
      const watched = watchedById.get(credentialId)
      if (watched === undefined) continue
      watched.isInForce = undefined
      for (const socket of watched.sockets) closeForbidden(socket, 'Session ended')
    }
  }
  closeEnded().catch((error: unknown) => log.error({ err: error }, 'ended credentials are no longer reported'))

  const lookUp = async (credential: Credential, watched: Watched): Promise<boolean> => {
    if (!(await read.isInForce(credential))) return false
    const accountIds = await read.accountIds(credential)
    // Each subscription to an account checks on its own whether it may continue.
    const left = watched.accountIds.filter((accountId) => !accountIds.includes(accountId))
    if (left.length > 0) {
      await app.change(async (_trx, tell) => {
        for (const accountId of left) tell('membershipEnded', accountId, { accountId })
      })
    }
    watched.accountIds = accountIds
    return true
  }

  /** Returns the answer of the last look-up, or of a new one when that is stale. */
  const ask = (credential: Credential, watched: Watched): Promise<boolean> => {
    const nowMs = performance.now()
    if (watched.isInForce === undefined || nowMs - watched.askedMs >= freshMs) {
      watched.askedMs = nowMs
      const answer = lookUp(credential, watched)
      watched.isInForce = answer
      answer.catch(() => {
        if (watched.isInForce === answer) watched.isInForce = undefined
      })
    }
    return watched.isInForce
  }

  const check = async (actor: Actor, socket: WebSocket): Promise<boolean> => {
    // An edge's service token lives a minute and only opens the socket.
    if (actor.kind === 'edge') return socket.readyState === socket.OPEN
    if (actor.kind === 'anonymous') return false
    const watched = watchedById.get(credentialIdOf(actor))
    if (watched === undefined || !watched.sockets.has(socket) || socket.readyState !== socket.OPEN) return false
    if (!isExpired(actor, clock.now()) && (await ask(actor, watched))) return true
    closeForbidden(socket, 'Session ended')
    return false
  }

  return {
    check,
    watch: (actor, socket) => {
      // A client may leave while it is being authenticated: nothing would ever end the watch.
      if (actor.kind === 'edge' || actor.kind === 'anonymous' || socket.readyState === socket.CLOSED) return
      const id = credentialIdOf(actor)
      const watched = watchedById.get(id) ?? { sockets: new Set(), isInForce: undefined, askedMs: 0, accountIds: [] }
      watchedById.set(id, watched)
      watched.sockets.add(socket)
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
        watched.sockets.delete(socket)
        if (watched.sockets.size === 0) watchedById.delete(id)
      })
      // It may have ended after it was authenticated and before it was watched.
      check(actor, socket).catch((error: unknown) => log.debug({ err: error }, 'a credential could not be checked'))
    },
    close: () => {
      void ended.return?.()
    },
  }
}

/** Creates readers of credentials; reads in the same turn share a query. */
function createReaders(app: App) {
  const readAll = (find: (app: App, ids: readonly string[]) => Promise<string[]>) =>
    createLoader(async (ids) => new Map((await find(app, ids)).map((id) => [id, true])))
  const sessions = createLoader(
    async (ids) => new Map((await findLiveSessions(app, ids)).map((session) => [session.id, session])),
  )
  const tokens = {
    'auth-token': readAll(findLiveAuthTokens),
    'agent-token': readAll(findAgentTokensInForce),
    'api-key': readAll(findApiKeysInForce),
  }
  const memberships = createLoader((userIds) => findAccountIdsOf(app.db, userIds))
  const find = async (credential: Credential): Promise<boolean | undefined> => {
    if (credential.kind !== 'user') return await tokens[credential.kind].load(credentialIdOf(credential))
    const session = await sessions.load(credential.sessionId)
    // A socket that was opened before a second factor was proven must be opened again.
    return session && isTwoFactors(session.provenBy) === isTwoFactors(credential.provenBy)
  }
  return {
    isInForce: async (credential: Credential) => (await find(credential)) === true,
    accountIds: async (credential: Credential) =>
      'userId' in credential ? ((await memberships.load(credential.userId)) ?? []) : [],
  }
}

function isExpired(credential: Credential, now: Date): boolean {
  return 'expiresAt' in credential && credential.expiresAt !== null && credential.expiresAt <= now
}

function closeForbidden(socket: WebSocket, reason: string): void {
  socket.close(CloseCode.Forbidden, reason)
}
