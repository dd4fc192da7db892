import { onNetworkReturn, waitForNetwork } from '../network/wait-for-network.ts'
import { forgetAccountId } from './active-account-id.ts'
import { dueSignOut } from './due-sign-out.ts'
import { ProofRequests } from './proof-requests.ts'
import type { Session, SessionState, SessionUser } from './session.ts'
import type { Tabs } from './tabs.ts'

/** An event of the session. The first is always `initial-session`, unless the page was opened by a reset link. */
export type SessionEvent =
  | 'initial-session'
  | 'signed-in'
  | 'signed-out'
  | 'token-refreshed'
  /** The session's information about the person has changed: the name or the address. */
  | 'user-updated'
  /** A reset link was opened in this tab. A signed-in person stays signed in until the password is set. */
  | 'password-recovery'
  /** A second factor was proven: at sign-in, by enrolling it, or by a confirmation. */
  | 'mfa-challenge-verified'

/**
 * The calls a session needs. Each rejects with the client's error. Once its signal is aborted, the answer is not read: it would replace or remove the
 * cookie of a later session.
 */
export interface SessionApi {
  /** Exchanges the cookie for a session. */
  refreshSession(signal: AbortSignal): Promise<Session>
  /** Ends the session that the cookie belongs to. */
  signOut(signal: AbortSignal): Promise<void>
  /** Reports whether a failed refresh may succeed later. A refusal by the server is final. */
  isRetryable(error: unknown): boolean
}

/** A session this close to its expiry is refreshed. */
const expiryMarginMs = 90_000
/** A token this close to its expiry may have expired when a request arrives. */
const transitMs = 10_000
const refreshTickMs = 30_000
const firstRetryMs = 200

type Listener = (event: SessionEvent, state: SessionState) => void

/**
 * The sign-in state of this browser, shared by its tabs. The access token lives in memory only. It is refreshed at
 * startup and near its expiry, by one tab at a time, because a refresh token works only once.
 */
export class SessionStore {
  /** The operations that wait until the person proves who they are. */
  readonly proofs = new ProofRequests()
  readonly #api: SessionApi
  readonly #tabs: Tabs
  readonly #listeners = new Set<Listener>()
  #state: SessionState = { status: 'loading' }
  #refreshing: Promise<void> | undefined
  /** Gives up the refresh under way. */
  #overtaken = new AbortController()
  /** The sign-out that the server is hearing of, and how its answer is given up. */
  #ending: { heard: Promise<void>; abandoned: AbortController } | undefined

  constructor(api: SessionApi, tabs: Tabs) {
    this.#api = api
    this.#tabs = tabs
  }

  /** Restores the session from the cookie and keeps it fresh. Returns a function that stops it. */
  start(): () => void {
    const stopListening = this.#tabs.listen((message) => {
      if (message.type === 'signed-out') this.#end()
      else if (message.type === 'second-factor') this.#emit('mfa-challenge-verified')
      else {
        if (message.isNew) this.#giveUpAnswers()
        this.#set(message.session)
      }
    })
    const keepFresh = () => {
      void this.#keepFresh()
      if (this.#state.status === 'signed-out' && dueSignOut.exists()) void this.#endAtServer()
    }
    keepFresh()
    const tick = setInterval(keepFresh, refreshTickMs)
    document.addEventListener('visibilitychange', keepFresh)
    const stopWatching = onNetworkReturn(keepFresh)
    return () => {
      stopListening()
      clearInterval(tick)
      document.removeEventListener('visibilitychange', keepFresh)
      stopWatching()
    }
  }

  readonly getState = (): SessionState => this.#state

  /** Calls back after each event. Returns a function that unsubscribes. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adopts the session of a sign-in or sign-up, in every tab. */
  signIn(session: Session): void {
    // The cookie is another one now.
    dueSignOut.forget()
    this.#giveUpAnswers()
    const state = toState(session)
    this.#set(state)
    this.#tabs.post({ type: 'session', session: state, isNew: true })
    if (session.assurance === 'TWO_FACTORS') this.noteSecondFactor()
  }

  /** Called when the session has proven a second factor. */
  noteSecondFactor(): void {
    this.#emit('mfa-challenge-verified')
    this.#tabs.post({ type: 'second-factor' })
  }

  /** Takes what the server says of the signed-in person, who may have changed their name or address. It holds in every tab. */
  async noteUser(user: SessionUser): Promise<void> {
    // A refresh that is under way discards its session if the state changes meanwhile.
    await this.#refreshing
    const state = this.#state
    if (state.status !== 'signed-in' || state.user.id !== user.id || hasSameDetails(state.user, user)) return
    const updated = { ...state, user }
    this.#state = updated
    this.#emit('user-updated')
    this.#tabs.post({ type: 'session', session: updated })
  }

  /** Called when a reset link was opened. */
  beginRecovery(): void {
    this.#emit('password-recovery')
  }

  /** Ends the session here and in every tab, even if the server cannot be reached: it then hears of it as soon as it can. */
  async signOut(): Promise<void> {
    dueSignOut.note()
    forgetAccountId()
    await this.#endAtServer()
    this.endEverywhere()
  }

  /** Ends the session in every tab without calling the server, which has refused it. */
  endEverywhere(): void {
    this.#end()
    this.#tabs.post({ type: 'signed-out' })
  }

  /** Returns a token that is valid for the next request, or undefined if nobody is signed in. Never rejects. */
  async getAccessToken(): Promise<string | undefined> {
    const refreshed = this.#keepFresh()
    // A failing server is asked for another token for half a minute: screens that waited for it could not report the failure.
    if (!this.#lastsFor(transitMs)) await refreshed
    return this.#accessToken()
  }

  /** Returns a token to replace one that the server refused, or undefined if the session is over. Never rejects. */
  async replaceAccessToken(refused: string | undefined): Promise<string | undefined> {
    if (this.#state.status === 'signed-in' && this.#accessToken() === refused) await this.#refresh()
    const token = this.#accessToken()
    return token === refused ? undefined : token
  }

  #accessToken(): string | undefined {
    return this.#state.status === 'signed-in' ? this.#state.accessToken : undefined
  }

  #endAtServer(): Promise<void> {
    if (this.#ending) return this.#ending.heard
    const abandoned = new AbortController()
    const heard = this.#sayEnded(abandoned.signal).finally(() => {
      this.#ending = undefined
    })
    this.#ending = { heard, abandoned }
    return heard
  }

  async #sayEnded(signal: AbortSignal): Promise<void> {
    try {
      await this.#api.signOut(signal)
    } catch (error) {
      if (signal.aborted || this.#api.isRetryable(error)) return
    }
    dueSignOut.forget()
  }

  async #keepFresh(): Promise<void> {
    if (this.#state.status === 'loading' && dueSignOut.exists()) this.#end()
    if (this.#state.status === 'signed-out') return
    if (this.#lastsFor(expiryMarginMs)) return
    await this.#refresh()
  }

  #lastsFor(ms: number): boolean {
    return this.#state.status === 'signed-in' && this.#state.expiresAtMs - Date.now() > ms
  }

  #refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshAlone().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  #refreshAlone(): Promise<void> {
    const before = this.#state
    return this.#tabs.alone(async () => {
      // Another tab may have refreshed, or the user signed in or out, while this tab waited for its turn or the answer.
      if (this.#state !== before) return
      try {
        this.#overtaken = new AbortController()
        const state = toState(await this.#refreshWithRetries(this.#overtaken.signal))
        if (this.#state !== before) return
        this.#set(state)
        this.#tabs.post({ type: 'session', session: state })
      } catch (error) {
        // An unreachable server says nothing about the session: the next tick asks again.
        if (this.#state === before && !this.#api.isRetryable(error)) this.endEverywhere()
      }
    })
  }

  async #refreshWithRetries(signal: AbortSignal): Promise<Session> {
    for (let waitMs = firstRetryMs, waitedMs = 0; ; waitedMs += waitMs, waitMs *= 2) {
      try {
        return await this.#api.refreshSession(signal)
      } catch (error) {
        if (signal.aborted || !this.#api.isRetryable(error) || waitedMs + waitMs > refreshTickMs) throw error
        // Once the network is back, the delays start over.
        if (await waitForNetwork(waitMs)) waitMs = firstRetryMs / 2
        signal.throwIfAborted()
      }
    }
  }

  /** Gives up what the earlier cookie was sent with: the answer would replace or remove the new cookie. */
  #giveUpAnswers(): void {
    this.#overtaken.abort()
    this.#ending?.abandoned.abort()
  }

  #set(state: SignedIn): void {
    // Another person signed in: the earlier session ends first, with everything the screens hold of it.
    if (this.#state.status === 'signed-in' && this.#state.user.id !== state.user.id) this.#end()
    const before = this.#state
    this.#state = state
    this.#emit(nextEvent[before.status])
    if (before.status === 'signed-in' && !hasSameDetails(before.user, state.user)) this.#emit('user-updated')
  }

  #end(): void {
    const before = this.#state
    if (before.status === 'signed-out') return
    this.#state = { status: 'signed-out' }
    this.#emit(before.status === 'loading' ? 'initial-session' : 'signed-out')
  }

  #emit(event: SessionEvent): void {
    for (const listener of this.#listeners) listener(event, this.#state)
  }
}

/** Returns the meaning of a new session, given the previous state. */
const nextEvent: Record<SessionState['status'], SessionEvent> = {
  loading: 'initial-session',
  'signed-out': 'signed-in',
  'signed-in': 'token-refreshed',
}

function hasSameDetails(one: SessionUser, other: SessionUser): boolean {
  return one.email === other.email && one.fullName === other.fullName
}

type SignedIn = Extract<SessionState, { status: 'signed-in' }>

/** Counts `expiresIn` from the arrival, so that a wrong clock on this machine does no harm. */
function toState({ accessToken, expiresIn, user }: Session): SignedIn {
  return { status: 'signed-in', user, accessToken, expiresAtMs: Date.now() + expiresIn * 1000 }
}
