import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ada, aSession, noSession, oneTab } from '../testing/people.ts'
import { findRememberedAccountId, rememberAccountId } from './active-account-id.ts'
import { SessionStore, type SessionApi, type SessionEvent } from './session-store.ts'
import type { TabMessage, Tabs } from './tabs.ts'

const unreachable = new Error('unreachable')
const refused = new Error('refused')

/** An API that answers successive refreshes with the given sessions or errors. */
function answering(...answers: (ReturnType<typeof aSession> | Error)[]): SessionApi & { refreshes: number } {
  const api = {
    refreshes: 0,
    async refreshSession() {
      const answer = answers[Math.min(api.refreshes, answers.length - 1)]!
      api.refreshes += 1
      if (answer instanceof Error) throw answer
      return answer
    },
    signOut: () => Promise.resolve(),
    isRetryable: (error: unknown) => error === unreachable,
  }
  return api
}

function record(session: SessionStore): SessionEvent[] {
  const events: SessionEvent[] = []
  session.subscribe((event) => events.push(event))
  return events
}

let stop = () => {}

function started(api: SessionApi, tabs: Tabs = oneTab): SessionStore {
  const session = new SessionStore(api, tabs)
  stop = session.start()
  return session
}

/** Tabs that run one at a time and receive each other's messages. */
function createTabs() {
  const listeners = new Set<(message: TabMessage) => void>()
  let turn: Promise<void> = Promise.resolve()
  return (): Tabs => {
    let own: ((message: TabMessage) => void) | undefined
    return {
      alone: (task) => (turn = turn.then(task)),
      post: (message) => listeners.forEach((listener) => listener !== own && listener(message)),
      listen: (handler) => {
        own = handler
        listeners.add(handler)
        return () => listeners.delete(handler)
      },
    }
  }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('a session', () => {
  it('is restored from the cookie at startup', async () => {
    const session = started(answering(aSession()))
    const events = record(session)
    expect(session.getState()).toEqual({ status: 'loading' })
    await settled()
    expect(session.getState()).toMatchObject({ status: 'signed-in', user: ada })
    expect(events).toEqual(['initial-session'])
  })

  it('is signed out if the server refuses the cookie', async () => {
    const session = started(answering(refused))
    const events = record(session)
    await settled()
    expect(session.getState()).toEqual({ status: 'signed-out' })
    expect(events).toEqual(['initial-session'])
  })

  it('stays loading while the server is unreachable, and is restored once it answers', async () => {
    const session = started(answering(unreachable, unreachable, unreachable, aSession()))
    await vi.advanceTimersByTimeAsync(200 + 400)
    expect(session.getState()).toEqual({ status: 'loading' })
    await vi.advanceTimersByTimeAsync(800)
    expect(session.getState()).toMatchObject({ status: 'signed-in' })
  })

  it('is refreshed automatically before it expires', async () => {
    const api = answering(aSession('first', 900), aSession('second', 900))
    const session = started(api)
    const events = record(session)
    await vi.advanceTimersByTimeAsync(800_000)
    expect(api.refreshes).toBe(1)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(api.refreshes).toBe(2)
    expect(await session.getAccessToken()).toBe('second')
    expect(events).toEqual(['initial-session', 'token-refreshed'])
  })

  it('is refreshed once for concurrent callers', async () => {
    const api = answering(aSession('first', 5), aSession('second'))
    const session = started(api)
    await settled()
    const tokens = await Promise.all([session.getAccessToken(), session.getAccessToken(), session.getAccessToken()])
    expect(tokens).toEqual(['second', 'second', 'second'])
    expect(api.refreshes).toBe(2)
  })

  it('replaces a refused token once, and uses a newer token that it already has', async () => {
    const api = answering(aSession('first'), aSession('second'))
    const session = started(api)
    await settled()
    expect(await session.replaceAccessToken('first')).toBe('second')
    expect(await session.replaceAccessToken('first')).toBe('second')
    expect(api.refreshes).toBe(2)
  })

  it('keeps its token while the server is unreachable, and ends when the server refuses a refresh', async () => {
    const api = answering(aSession('first', 5), unreachable)
    const session = started(api)
    await settled()
    const token = session.getAccessToken()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await token).toBe('first')

    const ending = started(answering(aSession('first', 5), refused))
    const events = record(ending)
    await settled()
    expect(await ending.getAccessToken()).toBeUndefined()
    expect(events).toEqual(['initial-session', 'signed-out'])
  })

  it('hands out a token that is still valid without waiting for its refresh', async () => {
    const api = answering(aSession('first', 60), unreachable)
    const session = started(api)
    await settled()
    expect(await session.getAccessToken()).toBe('first')
    await settled()
    expect(api.refreshes).toBe(2)
  })

  it('ends at sign-out even if the server is unreachable', async () => {
    const session = started({ ...answering(aSession()), signOut: () => Promise.reject(unreachable) })
    await settled()
    await session.signOut()
    expect(session.getState()).toEqual({ status: 'signed-out' })
  })

  it('does not come back after a sign-out that the server did not hear of, and ends there once it can', async () => {
    let isUp = false
    const signOut = vi.fn(() => (isUp ? Promise.resolve() : Promise.reject(unreachable)))
    const api = Object.assign(answering(aSession()), { signOut })
    const session = started(api)
    await settled()
    await session.signOut()
    stop()

    const reloaded = started(api)
    await settled()
    expect(reloaded.getState()).toEqual({ status: 'signed-out' })
    expect(signOut).toHaveBeenCalledTimes(2)
    isUp = true
    await vi.advanceTimersByTimeAsync(60_000)
    expect(signOut).toHaveBeenCalledTimes(3)
    expect(await reloaded.getAccessToken()).toBeUndefined()
    expect(api.refreshes).toBe(1)
  })

  it('lasts if its person signed in again before the server heard of the sign-out', async () => {
    const api = { ...answering(aSession()), signOut: vi.fn(() => Promise.reject(unreachable)) }
    const session = started(api)
    await settled()
    await session.signOut()
    session.signIn(aSession())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(session.getState()).toMatchObject({ status: 'signed-in' })
    expect(api.signOut).toHaveBeenCalledOnce()
    stop()
    const reloaded = started(api)
    await settled()
    expect(reloaded.getState()).toMatchObject({ status: 'signed-in' })
  })

  it('keeps its cookie if the answer to an earlier sign-out comes late, in whichever tab its person signed in', async () => {
    for (const isSameTab of [true, false]) {
      const newTabs = createTabs()
      const session = started({ ...answering(refused), signOut: () => Promise.reject(unreachable) }, newTabs())
      await session.signOut()
      stop()
      const waiting: AbortSignal[] = []
      const signOut = (signal: AbortSignal) => {
        waiting.push(signal)
        return new Promise<void>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        })
      }
      const reloaded = started({ ...answering(refused), signOut }, newTabs())
      const other = new SessionStore(noSession, newTabs())
      await settled()
      expect(waiting.map(({ aborted }) => aborted)).toEqual([false])
      const signedIn = isSameTab ? reloaded : other
      signedIn.signIn(aSession())
      await settled()
      expect(waiting.map(({ aborted }) => aborted)).toEqual([true])
      expect(reloaded.getState()).toMatchObject({ status: 'signed-in' })
      stop()
    }
  })

  it('keeps its cookie if the answer to an earlier refresh comes late, and is not refreshed again meanwhile', async () => {
    const signals: AbortSignal[] = []
    const refreshSession = (signal: AbortSignal) => {
      signals.push(signal)
      return new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(unreachable))
      })
    }
    const session = started({ ...answering(), refreshSession })
    await settled()
    session.signIn(aSession('new'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(session.getState()).toMatchObject({ status: 'signed-in', accessToken: 'new' })
  })

  it('forgets the account at sign-out, even before the session is restored', async () => {
    rememberAccountId('account')
    const session = new SessionStore(noSession, oneTab)
    await session.signOut()
    expect(findRememberedAccountId()).toBeUndefined()
  })
})

describe('the events of a session', () => {
  it('report a changed user, and only a refreshed token if the user is unchanged', async () => {
    const renamed = { ...aSession('third', 5), user: { ...ada, fullName: 'Ada King' } }
    const session = started(answering(aSession('first', 5), aSession('second', 5), renamed))
    const events = record(session)
    await settled()
    await session.getAccessToken()
    expect(events).toEqual(['initial-session', 'token-refreshed'])
    await session.getAccessToken()
    expect(events.slice(2)).toEqual(['token-refreshed', 'user-updated'])
  })

  it('report a changed user in every tab as soon as the server says so, even during a refresh', async () => {
    const openTab = createTabs()
    const first = started(answering(aSession('first', 5), aSession('second')), openTab())
    const second = started(noSession, openTab())
    await settled()
    const [events, others] = [record(first), record(second)]
    const renamed = { ...ada, fullName: 'Ada King' }
    const token = first.getAccessToken()
    await first.noteUser(renamed)
    expect(await token).toBe('second')
    expect(first.getState()).toMatchObject({ user: renamed, accessToken: 'second' })
    expect(second.getState()).toMatchObject({ user: renamed, accessToken: 'second' })
    expect(events).toEqual(['token-refreshed', 'user-updated'])
    expect(others).toEqual(['token-refreshed', 'token-refreshed', 'user-updated'])
    await first.noteUser({ ...renamed, id: 'grace' })
    await first.noteUser(renamed)
    expect(events).toHaveLength(2)
  })

  it('report an opened password reset link without ending the session', () => {
    const session = new SessionStore(noSession, oneTab)
    session.signIn(aSession())
    const events = record(session)
    session.beginRecovery()
    expect(events).toEqual(['password-recovery'])
    expect(session.getState()).toMatchObject({ status: 'signed-in' })
  })
})

describe('a second factor', () => {
  it('is reported in every tab, after the sign-in that proved it', async () => {
    const openTab = createTabs()
    const first = started(noSession, openTab())
    const second = started(noSession, openTab())
    await settled()
    const [events, others] = [record(first), record(second)]
    first.signIn({ ...aSession(), assurance: 'TWO_FACTORS' })
    expect(events).toEqual(['signed-in', 'mfa-challenge-verified'])
    expect(others).toEqual(['signed-in', 'mfa-challenge-verified'])
    first.noteSecondFactor()
    expect(others.at(-1)).toBe('mfa-challenge-verified')
  })

  it('is requested once, however many callers wait for it', async () => {
    const { proofs } = new SessionStore(noSession, oneTab)
    const asked = [proofs.ask(['TOTP']), proofs.ask(['TOTP'])]
    proofs.getRequest()?.settle(true)
    expect(await Promise.all(asked)).toEqual([true, true])
    await settled()
    expect(proofs.getRequest()).toBeUndefined()
    void proofs.ask([])
    expect(proofs.getRequest()).toMatchObject({ factors: [] })
  })
})

describe('several tabs', () => {
  it('refresh one at a time: the second adopts the session of the first', async () => {
    const api = answering(aSession())
    const openTab = createTabs()
    const first = started(api, openTab())
    const second = started(api, openTab())
    await settled()
    expect(first.getState()).toMatchObject({ status: 'signed-in' })
    expect(second.getState()).toEqual(first.getState())
    expect(api.refreshes).toBe(1)
  })

  it('sign in and out together', async () => {
    const openTab = createTabs()
    const first = started(noSession, openTab())
    const second = started(noSession, openTab())
    await settled()
    first.signIn(aSession())
    expect(second.getState()).toMatchObject({ status: 'signed-in' })
    await second.signOut()
    expect(first.getState()).toEqual({ status: 'signed-out' })
  })

  it('end the session of one person before another signs in', async () => {
    const openTab = createTabs()
    const first = started(noSession, openTab())
    const second = started(noSession, openTab())
    await settled()
    first.signIn(aSession())
    const [events, others] = [record(first), record(second)]
    first.signIn({ ...aSession(), user: { ...ada, id: 'grace' } })
    expect(events).toEqual(['signed-out', 'signed-in'])
    expect(others).toEqual(['signed-out', 'signed-in'])
    expect(second.getState()).toMatchObject({ status: 'signed-in', user: { id: 'grace' } })
  })
})
