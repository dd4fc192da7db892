import { describe, expect, it } from 'vitest'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describeApi, type TestApi } from '../../testing/api.ts'
import {
  AccountChangedDocument,
  RefreshSessionDocument,
  SignInDocument,
  SignOutDocument,
  SignUpDocument,
  ViewerDocument,
} from '../../testing/generated/documents.ts'
import { newUser, password, signUp } from '../../testing/sign-up.ts'
import { deleteExpiredSessions } from './service.ts'

const hourMs = 60 * 60 * 1_000
const dayMs = 24 * hourMs
const minuteMs = 60_000

async function refresh(api: TestApi, refreshToken: string) {
  const { session } = (await api.client().run(RefreshSessionDocument, { input: { refreshToken } })).refreshSession
  return { ...session, refreshToken: session.refreshToken! }
}

/** Sends an operation as a browser does, and returns the answer's cookie. */
async function browse(api: TestApi, document: { toString(): string }, variables: unknown, cookie?: string) {
  const { headers, body } = await api
    .client()
    .post({ query: document.toString(), variables }, cookie === undefined ? {} : { cookie })
  const [setCookie = ''] = headers.getSetCookie()
  return { body, setCookie, cookie: setCookie.split(';')[0]! }
}

const sessionEnded = { code: 'UNAUTHENTICATED', message: 'Your session has ended. Sign in again.' }

describeApi('sessions', (api) => {
  const signIn = (email: string, typed: string) =>
    api
      .client()
      .run(SignInDocument, { input: { email, password: typed, rememberMe: false, tokenDelivery: 'RESPONSE' } })

  /** Signs a new user in as a browser does. */
  const signInByBrowser = async (rememberMe: boolean) => {
    const { email } = await signUp(api)
    return await browse(api, SignInDocument, { input: { email, password, rememberMe, tokenDelivery: 'COOKIE' } })
  }

  describe('signUp', () => {
    it('creates a user with an account, a namespace, the super_admin role and the free plan, and signs them in', async () => {
      const { client, ...session } = await signUp(api, newUser({ firstName: 'Adele' }))
      expect(session).toMatchObject({
        tokenType: 'bearer',
        expiresIn: 900,
        refreshToken: expect.stringMatching(/^rt_/),
        user: { firstName: 'Adele', lastName: 'Hopper', fullName: 'Adele Hopper', phone: null },
      })
      const { viewer } = await client.run(ViewerDocument, {})
      expect(viewer.memberships).toMatchObject([
        {
          role: 'super_admin',
          account: {
            name: "Adele's account",
            namespace: 'adele',
            viewerRole: 'super_admin',
            plan: { name: 'Early Access' },
          },
        },
      ])
    })

    it('finds distinct namespaces for users of the same name who sign up simultaneously', async () => {
      const sessions = await Promise.all([1, 2, 3, 4].map(() => signUp(api, newUser({ firstName: 'Barbara' }))))
      const namespaces = await Promise.all(
        sessions.map(
          async ({ client }) => (await client.run(ViewerDocument, {})).viewer.memberships[0]!.account.namespace,
        ),
      )
      expect(new Set(namespaces).size).toBe(4)
      expect(namespaces).toContain('barbara')
      expect(namespaces).toContain('barbara-hopper')
    })

    it('accepts a phone number instead of an address', async () => {
      const phone = '+33 6 12 34 56 78'
      const phoneUser = { ...newUser(), email: null, phone }
      const { user } = (await api.client().run(SignUpDocument, { input: phoneUser })).signUp.session
      expect(user).toMatchObject({ email: null, phone: '+33612345678' })
      const input = { phone, password, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
      const { session } = (await api.client().run(SignInDocument, { input })).signIn
      expect(session.user.id).toBe(user.id)
    })

    it('refuses an email address that is already in use, regardless of case', async () => {
      const { email } = await signUp(api)
      await expect(signUp(api, newUser({ email: email.toUpperCase() }))).rejects.toMatchObject({
        code: 'CONFLICT',
        field: 'email',
        message: 'Somebody has signed up with this email address already. Sign in instead, or use another one.',
      })
    })

    it('accepts only one of two simultaneous sign-ups with the same address, and leaves no account of the other', async () => {
      const input = newUser({ firstName: 'Radia' })
      const results = await Promise.allSettled([signUp(api, input), signUp(api, input)])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const accounts = await api.app.db
        .selectFrom('accounts')
        .selectAll()
        .where('name', '=', "Radia's account")
        .execute()
      expect(accounts).toHaveLength(1)
    })

    it.each([
      ['firstName', 'www.evil.com', /^First name must not contain a web address: "www\." reads as one\./],
      ['lastName', 'Lovelace\u202E', /^Last name must not contain control, text direction or zero-width characters/],
    ])('refuses a %s that contains a web address or a text direction character', async (field, name, message) => {
      await expect(signUp(api, { ...newUser(), [field]: name })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field,
        message: expect.stringMatching(message),
      })
    })

    it('refuses a password that is too short and names the field', async () => {
      const input = { ...newUser(), password: '12345' }
      await expect(signUp(api, input)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        field: 'password',
        message: 'Password must be at least 6 characters long',
        docs: '/docs/errors#bad_user_input',
      })
    })
  })

  describe('signIn', () => {
    it('returns an access token that works', async () => {
      const { email, user } = await signUp(api)
      const { session } = (await signIn(email, password)).signIn
      const { viewer } = await api.client(`Bearer ${session.accessToken}`).run(ViewerDocument, {})
      expect(viewer.user.id).toBe(user.id)
    })

    it('gives the same answer for a wrong password and an unknown address', async () => {
      const { email } = await signUp(api)
      const refused = {
        code: 'UNAUTHENTICATED',
        message: 'The address or the password is not right. Check both and try again.',
      }
      await expect(signIn(email, 'wrong password')).rejects.toMatchObject(refused)
      await expect(signIn('nobody@example.com', password)).rejects.toMatchObject(refused)
    })

    it('answers even the right password with RATE_LIMITED after 10 wrong ones', async () => {
      const { email } = await signUp(api)
      const attempts = Array.from(
        { length: 12 },
        (_, index) => `a${index}: signIn(input: { email: "${email}", password: "wrong" }) { session { expiresIn } }`,
      )
      const { body } = await api.client().post({ query: `mutation { ${attempts.join('\n')} }` })
      // The first error ends a mutation whose fields cannot be null, so from here each is sent in a separate request.
      expect(body.errors).toMatchObject([{ path: ['a0'], extensions: { code: 'UNAUTHENTICATED' } }])
      for (let attempt = 2; attempt <= 10; attempt += 1) {
        await expect(signIn(email, 'wrong')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      }
      await expect(signIn(email, password)).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/^Too many attempts\. Try again in \d+ minutes\.$/),
      })
    })
  })

  describe('access token', () => {
    it('verifies against the published keys', async () => {
      const { accessToken, user } = await signUp(api)
      const keys = createRemoteJWKSet(new URL(`${api.url}/.well-known/jwks.json`))
      const { payload, protectedHeader } = await jwtVerify(accessToken, keys, { audience: 'culvert:api' })
      expect(protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'access+jwt', kid: expect.any(String) })
      expect(payload).toMatchObject({ sub: user.id, iss: 'http://localhost:4000' })
      expect(payload.exp! - payload.iat!).toBe(900)
    })

    it('stops working after 15 minutes', async () => {
      const { client } = await signUp(api)
      api.clock.advance(15 * 60_000 + 1_000)
      await expect(client.run(ViewerDocument, {})).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: 'Your session has expired or ended. Refresh it, or sign in again.',
      })
    })

    it.each(['Basic abc', 'Bearer abc', 'Bearer a.b.c', 'Bearer'])(
      'is required by viewer: "%s" is refused',
      async (header) => {
        await expect(api.client(header).run(ViewerDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      },
    )

    it('is not required for public operations, which also accept an expired one', async () => {
      const { client, email } = await signUp(api)
      api.clock.advance(60 * 60_000)
      const input = { email, password, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
      expect((await client.run(SignInDocument, { input })).signIn.session.user.email).toBe(email)
    })
  })

  describe('refreshSession', () => {
    it('exchanges a refresh token for the next one', async () => {
      const first = await signUp(api)
      const second = await refresh(api, first.refreshToken)
      expect(second.refreshToken).not.toBe(first.refreshToken)
      expect(second.user.id).toBe(first.user.id)
      expect((await refresh(api, second.refreshToken)).user.id).toBe(first.user.id)
    })

    it('serves three tabs that refresh simultaneously with the same token', async () => {
      const { refreshToken } = await signUp(api)
      const sessions = await Promise.all([1, 2, 3].map(() => refresh(api, refreshToken)))
      for (const session of sessions)
        expect(await refresh(api, session.refreshToken)).toMatchObject({ tokenType: 'bearer' })
    })

    it('ends the whole session if a used token is presented after the grace period', async () => {
      const { refreshToken } = await signUp(api)
      const next = await refresh(api, refreshToken)
      api.clock.advance(11_000)
      await expect(refresh(api, refreshToken)).rejects.toMatchObject(sessionEnded)
      await expect(refresh(api, next.refreshToken)).rejects.toMatchObject(sessionEnded)
      await expect(api.client(`Bearer ${next.accessToken}`).run(ViewerDocument, {})).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      })
    })

    it('ends the whole session if a token is presented again that was used while the clock was ahead', async () => {
      const { refreshToken } = await signUp(api)
      api.clock.advance(hourMs)
      const next = await refresh(api, refreshToken)
      api.clock.advance(-hourMs)
      await expect(refresh(api, refreshToken)).rejects.toMatchObject(sessionEnded)
      await expect(refresh(api, next.refreshToken)).rejects.toMatchObject(sessionEnded)
    })

    it('refuses an unknown token, an empty one, and one of an expired session', async () => {
      await expect(refresh(api, 'rt_unknown')).rejects.toMatchObject(sessionEnded)
      await expect(refresh(api, '')).rejects.toMatchObject(sessionEnded)
      const { refreshToken } = await signUp(api)
      api.clock.advance(30 * dayMs)
      await expect(refresh(api, refreshToken)).rejects.toMatchObject(sessionEnded)
    })

    it('extends the session with each use', async () => {
      let { refreshToken } = await signUp(api)
      for (let use = 0; use < 3; use += 1) {
        api.clock.advance(29 * dayMs)
        refreshToken = (await refresh(api, refreshToken)).refreshToken
      }
    })
  })

  describe('COOKIE delivery', () => {
    it('sets an HttpOnly session cookie without "remember me", and returns no refresh token', async () => {
      const { setCookie, body } = await signInByBrowser(false)
      expect(body).toMatchObject({
        data: { signIn: { session: { refreshToken: null, accessToken: expect.any(String) } } },
      })
      expect(setCookie).toMatch(/^culvert_refresh=rt_[\w-]+; Path=\/graphql; HttpOnly; SameSite=Lax$/)
    })

    it('sets a cookie that lasts 30 days with "remember me"', async () => {
      const { setCookie } = await signInByBrowser(true)
      expect(setCookie).toMatch(/; Max-Age=2592000; /)
    })

    it('sets a session cookie on sign-up', async () => {
      const { setCookie } = await browse(api, SignUpDocument, { input: { ...newUser(), tokenDelivery: 'COOKIE' } })
      expect(setCookie).toMatch(/^culvert_refresh=rt_[\w-]+; Path=\/graphql; HttpOnly; SameSite=Lax$/)
    })

    it('refreshes and signs out with the cookie alone', async () => {
      const first = await signInByBrowser(true)
      const second = await browse(api, RefreshSessionDocument, { input: {} }, first.cookie)
      expect(second.body).toMatchObject({ data: { refreshSession: { session: { refreshToken: null } } } })
      expect(second.cookie).not.toBe(first.cookie)
      expect(second.setCookie).toMatch(/; Max-Age=2592000; /)

      const out = await browse(api, SignOutDocument, { input: {} }, second.cookie)
      expect(out.body).toEqual({ data: { signOut: { ended: true } } })
      expect(out.setCookie).toMatch(/^culvert_refresh=; Max-Age=0; /)
      const after = await browse(api, RefreshSessionDocument, { input: {} }, second.cookie)
      expect(after.body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
      expect(after.setCookie).toMatch(/^culvert_refresh=; Max-Age=0; /)
    })

    it('ends a session 90 days after the sign-in, however often it is refreshed', async () => {
      let { cookie } = await signInByBrowser(true)
      for (let month = 1; month <= 3; month += 1) {
        api.clock.advance(29 * dayMs)
        const next = await browse(api, RefreshSessionDocument, { input: {} }, cookie)
        expect(next.body.errors).toBeUndefined()
        cookie = next.cookie
      }
      api.clock.advance(3 * dayMs)
      const { body } = await browse(api, RefreshSessionDocument, { input: {} }, cookie)
      expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
    })

    it('ends a session without "remember me" after a day without use', async () => {
      const { cookie } = await signInByBrowser(false)
      api.clock.advance(dayMs)
      const { body } = await browse(api, RefreshSessionDocument, { input: {} }, cookie)
      expect(body.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
    })
  })

  describe('signOut', () => {
    const scope = 'CURRENT' as const

    it('ends the session immediately: its tokens are refused, and its subscriptions close with 4403', async () => {
      const { client, refreshToken } = await signUp(api)
      const accountId = (await client.run(ViewerDocument, {})).viewer.memberships[0]!.account.id
      const changes = await client.subscribe(AccountChangedDocument, { accountId })

      expect(await api.client().run(SignOutDocument, { input: { refreshToken, scope } })).toEqual({
        signOut: { ended: true },
      })
      expect(await changes.ended).toMatchObject({ code: 4403, reason: 'Session ended' })
      await expect(client.run(ViewerDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      await expect(refresh(api, refreshToken)).rejects.toMatchObject(sessionEnded)
    })

    it("leaves the user's other sessions untouched", async () => {
      const { email, refreshToken } = await signUp(api)
      const { session } = (await signIn(email, password)).signIn
      await api.client().run(SignOutDocument, { input: { refreshToken, scope } })
      expect((await refresh(api, session.refreshToken!)).user.email).toBe(email)
    })

    it.each([
      { refreshToken: 'rt_unknown', scope },
      { refreshToken: null, scope },
    ])('succeeds when there is nothing to end: %j', async (input) => {
      expect(await api.client().run(SignOutDocument, { input })).toEqual({ signOut: { ended: false } })
    })
  })

  describe('viewer', () => {
    it('lists the accounts that the user belongs to, oldest first', async () => {
      const ada = await api.seed.owner('Ada')
      const grace = await api.seed.owner('Grace')
      await api.app.db
        .insertInto('accountUsers')
        .values({
          id: 'later',
          accountId: ada.accountId,
          userId: grace.user.id,
          role: 'viewer',
          createdAt: api.clock.now(),
        })
        .execute()
      const { viewer } = await grace.client.run(ViewerDocument, {})
      expect(viewer.memberships.map(({ role, account }) => [role, account.id, account.viewerRole])).toEqual([
        ['super_admin', grace.accountId, 'super_admin'],
        ['viewer', ada.accountId, 'viewer'],
      ])
    })

    it('refuses anonymous requests with UNAUTHENTICATED and AuthIDs with FORBIDDEN', async () => {
      const { client } = await (await api.seed.owner('Ada')).authToken()
      await expect(api.client().run(ViewerDocument, {})).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message: 'Not authenticated',
      })
      await expect(client.run(ViewerDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    })
  })

  it('lose their refresh tokens a day after they expire, and are deleted 31 days after their last use', async () => {
    const { email, user } = await signUp(api)
    const { db } = api.app
    await db.deleteFrom('sessions').where('userId', '=', user.id).execute()
    await browse(api, SignInDocument, { input: { email, password, rememberMe: false, tokenDelivery: 'COOKIE' } })
    const { id } = await db.selectFrom('sessions').select('id').where('userId', '=', user.id).executeTakeFirstOrThrow()
    const count = async () => {
      const sessions = await db.selectFrom('sessions').select('id').where('id', '=', id).execute()
      const tokens = await db.selectFrom('refreshTokens').select('tokenHash').where('sessionId', '=', id).execute()
      return { sessions: sessions.length, refreshTokens: tokens.length }
    }
    const after = async (ms: number) => {
      api.clock.advance(ms)
      await deleteExpiredSessions(api.app)
      return await count()
    }
    // The clock goes on by itself, too.
    expect(await after(2 * dayMs - minuteMs)).toEqual({ sessions: 1, refreshTokens: 1 })
    expect(await after(2 * minuteMs)).toEqual({ sessions: 1, refreshTokens: 0 })
    expect(await after(29 * dayMs - 2 * minuteMs)).toEqual({ sessions: 1, refreshTokens: 0 })
    expect(await after(2 * minuteMs)).toEqual({ sessions: 0, refreshTokens: 0 })
  })

  it('with "remember me" are deleted a day after they expire, with their refresh tokens', async () => {
    const { user, refreshToken } = await signUp(api)
    await refresh(api, refreshToken)
    const { db } = api.app
    const { id } = await db.selectFrom('sessions').select('id').where('userId', '=', user.id).executeTakeFirstOrThrow()
    const count = async () => {
      const sessions = await db.selectFrom('sessions').select('id').where('id', '=', id).execute()
      const tokens = await db.selectFrom('refreshTokens').select('tokenHash').where('sessionId', '=', id).execute()
      return { sessions: sessions.length, refreshTokens: tokens.length }
    }
    api.clock.advance(31 * dayMs - minuteMs)
    await deleteExpiredSessions(api.app)
    expect(await count()).toEqual({ sessions: 1, refreshTokens: 2 })
    api.clock.advance(2 * minuteMs)
    await deleteExpiredSessions(api.app)
    expect(await count()).toEqual({ sessions: 0, refreshTokens: 0 })
  })
})
