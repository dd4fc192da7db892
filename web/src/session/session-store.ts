import type { Session_SessionFragment } from './Session.generated.ts'
import type { Tabs } from './tabs.ts'

/** The signed-in person, as far as a session names them. */
export type SessionUser = Session_SessionFragment['user']

/** What the dashboard knows of its session; the refresh token stays in an HttpOnly cookie, out of reach. */
export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: SessionUser; accessToken: string; expiresAtMs: number }

/**
 * What happened to the session. The first event is always `initial-session`, unless the page was opened by a reset link. The
 * specification's event for a second factor is missing: there is none to verify.
 */
export type SessionEvent =
  | 'initial-session'
  | 'signed-in'
  | 'signed-out'
  | 'token-refreshed'
  /** What the session tells of its person has changed: the name or the address. */
  | 'user-updated'
  /** Somebody opened a reset link in this tab. Whoever is signed in stays so until the password is set. */
  | 'password-recovery'

/** The calls a session needs. Each rejects with the client's error. */
export interface SessionApi {
  /** Exchanges the cookie for a session. */
  refreshSession(): Promise<Session_SessionFragment>
  /** Ends the session that the cookie belongs to. */
  signOut(): Promise<void>
  /** Whether a failed refresh may succeed later; a refusal by the server may not. */
  isRetryable(error: unknown): boolean
}

/** A session this close to its expiry counts as expired. */
const expiryMarginMs = 90_000
const refreshTickMs = 30_000
const firstRetryMs = 200

type Listener = (event: SessionEvent, state: SessionState) => void

/**
 * The sign-in state of this browser, shared by its tabs. The access token lives in memory only. It is refreshed at the
 * start and near its expiry, by one tab at a time, because a refresh token serves once.
 */
export class SessionStore {
  readonly #api: SessionApi
  readonly #tabs: Tabs
  readonly #listeners = new Set<Listener>()
  #state: SessionState = { status: 'loading' }
  #refreshing: Promise<void> | undefined

  constructor(api: SessionApi, tabs: Tabs) {
    this.#api = api
    this.#tabs = tabs
  }

  /** Restores the session from the cookie and keeps it fresh from here on. Returns the way to stop. */
  start(): () => void {
    const stopListening = this.#tabs.listen((message) => {
      if (message.type === 'signed-out') this.#end()
      else this.#set(message.session)
    })
    const keepFresh = () => void this.#keepFresh()
    keepFresh()
    const tick = setInterval(keepFresh, refreshTickMs)
    document.addEventListener('visibilitychange', keepFresh)
    return () => {
      stopListening()
      clearInterval(tick)
      document.removeEventListener('visibilitychange', keepFresh)
    }
  }

  readonly getState = (): SessionState => this.#state

  /** Calls back after each event; returns the way to stop. */
  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes over the session of a sign-in or sign-up, in every tab. */
  signIn(session: Session_SessionFragment): void {
    const state = toState(session)
    this.#set(state)
    this.#tabs.post({ type: 'session', session: state })
  }

  /** Tells that a reset link was opened. */
  beginRecovery(): void {
    this.#emit('password-recovery')
  }

  /** Ends the session here and in every tab, whether or not the server could be told. */
  async signOut(): Promise<void> {
    await this.#api.signOut().catch(() => undefined)
    this.endEverywhere()
  }

  /** Ends the session in every tab without telling the server: it has refused it. */
  endEverywhere(): void {
    this.#end()
    this.#tabs.post({ type: 'signed-out' })
  }

  /** A token that is good for the next request; undefined when nobody is signed in. Never rejects. */
  async getAccessToken(): Promise<string | undefined> {
    await this.#keepFresh()
    return this.#accessToken()
  }

  /** A token in place of one that the server refused; undefined when the session is over. Never rejects. */
  async replaceAccessToken(refused: string | undefined): Promise<string | undefined> {
    if (this.#state.status === 'signed-in' && this.#accessToken() === refused) await this.#refresh()
    const token = this.#accessToken()
    return token === refused ? undefined : token
  }

  #accessToken(): string | undefined {
    return this.#state.status === 'signed-in' ? this.#state.accessToken : undefined
  }

  async #keepFresh(): Promise<void> {
    if (this.#state.status === 'signed-out') return
    if (this.#state.status === 'signed-in' && this.#state.expiresAtMs - Date.now() > expiryMarginMs) return
    await this.#refresh()
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
      // Another tab may have refreshed, or somebody signed in or out, while this one waited for its turn or the answer.
      if (this.#state !== before) return
      try {
        const state = toState(await this.#refreshWithRetries())
        if (this.#state !== before) return
        this.#set(state)
        this.#tabs.post({ type: 'session', session: state })
      } catch (error) {
        // An unreachable server says nothing about the session: the next tick asks again.
        if (this.#state === before && !this.#api.isRetryable(error)) this.endEverywhere()
      }
    })
  }

  async #refreshWithRetries(): Promise<Session_SessionFragment> {
    for (let waitMs = firstRetryMs, waitedMs = 0; ; waitedMs += waitMs, waitMs *= 2) {
      try {
        return await this.#api.refreshSession()
      } catch (error) {
        if (!this.#api.isRetryable(error) || waitedMs + waitMs > refreshTickMs) throw error
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      }
    }
  }

  #set(state: SignedIn): void {
    // Another person: the session of the one before ends first, with all that the screens know.
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

/** What a new session means, by the state before it. */
const nextEvent: Record<SessionState['status'], SessionEvent> = {
  loading: 'initial-session',
  'signed-out': 'signed-in',
  'signed-in': 'token-refreshed',
}

function hasSameDetails(one: SessionUser, other: SessionUser): boolean {
  return one.email === other.email && one.fullName === other.fullName
}

type SignedIn = Extract<SessionState, { status: 'signed-in' }>

/** Counts from the arrival by `expiresIn`, so that a wrong clock on this machine does no harm. */
function toState({ accessToken, expiresIn, user }: Session_SessionFragment): SignedIn {
  return { status: 'signed-in', user, accessToken, expiresAtMs: Date.now() + expiresIn * 1000 }
}
