import { expect, it } from 'vitest'
import type { SignOutScope } from '../../generated/schema.ts'
import { describeApi } from '../../testing/api.ts'
import type { TestClient } from '../../testing/client.ts'
import {
  EndSessionDocument,
  RefreshSessionDocument,
  SessionsDocument,
  SignInDocument,
  SignOutDocument,
  ViewerAuditDocument,
  ViewerChangedDocument,
} from '../../testing/generated/documents.ts'
import { password, signUp } from '../../testing/sign-up.ts'

/** Reports whether a session still gives access to the user's data. */
const isLive = async ({ client }: { client: TestClient }) =>
  await client.run(SessionsDocument, {}).then(
    () => true,
    () => false,
  )

describeApi('ending sessions', (api) => {
  /** A user who is signed in on three devices. */
  const signInThrice = async () => {
    const first = await signUp(api)
    const input = { email: first.email, password, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
    const others = await Promise.all(
      [2, 3].map(async () => {
        const { session } = (await api.client().run(SignInDocument, { input })).signIn
        return {
          refreshToken: session.refreshToken!,
          user: session.user,
          client: api.client(`Bearer ${session.accessToken}`),
        }
      }),
    )
    return [first, ...others]
  }

  it("lists the user's sessions, most recently used first", async () => {
    const [first, second] = await signInThrice()
    api.clock.advance(60_000)
    await api.client().run(RefreshSessionDocument, { input: { refreshToken: second!.refreshToken } })
    const { sessions } = (await first!.client.run(SessionsDocument, {})).viewer
    expect(sessions).toHaveLength(3)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(sessions[0]).toMatchObject({
      current: false,
      ipAddress: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      userAgent: 'node',
    })
    expect(Date.parse(sessions[0]!.lastUsedAt)).toBeGreaterThan(Date.parse(sessions[0]!.createdAt))
  })

  it.each<[SignOutScope, boolean[]]>([
    ['CURRENT', [false, true, true]],
    ['OTHERS', [true, false, false]],
    ['ALL', [false, false, false]],
  ])("signs out the user's sessions in scope %s by refresh token, and none of another user's", async (scope, live) => {
    const sessions = await signInThrice()
    const stranger = await signUp(api)
    const input = { refreshToken: sessions[0]!.refreshToken, scope }
    expect(await api.client().run(SignOutDocument, { input })).toEqual({ signOut: { ended: true } })
    expect(await Promise.all([...sessions, stranger].map(isLive))).toEqual([...live, true])
  })

  it('signs out by access token if no refresh token is given', async () => {
    const sessions = await signInThrice()
    const { client } = sessions[1]!
    await client.run(SignOutDocument, { input: { refreshToken: null, scope: 'CURRENT' } })
    expect(await Promise.all(sessions.map(isLive))).toEqual([true, false, true])
  })

  it('ends no session if that of the refresh token has already ended, whoever sends it', async () => {
    const [ended, ...live] = await signInThrice()
    const stranger = await signUp(api)
    const input = { refreshToken: ended!.refreshToken, scope: 'CURRENT' as const }
    await api.client().run(SignOutDocument, { input })
    for (const client of [api.client(), live[0]!.client, stranger.client]) {
      expect(await client.run(SignOutDocument, { input: { ...input, scope: 'ALL' } })).toEqual({
        signOut: { ended: false },
      })
    }
    expect(await Promise.all([...live, stranger].map(isLive))).toEqual([true, true, true])
  })

  it("ends one session by its id and records it in the user's audit log", async () => {
    const sessions = await signInThrice()
    const { client, user } = sessions[0]!
    const listed = (await sessions[1]!.client.run(SessionsDocument, {})).viewer.sessions
    const { id } = listed.find(({ current }) => current)!
    expect(await client.run(EndSessionDocument, { input: { id } })).toEqual({
      endSession: { session: { id, current: false } },
    })
    expect(await Promise.all(sessions.map(isLive))).toEqual([true, false, true])
    await expect(client.run(EndSessionDocument, { input: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })

    const { viewer } = await client.run(ViewerAuditDocument, {
      action: ['user.session_ended'],
      page: 1,
      pageSize: 25,
    })
    expect(viewer.auditLog.nodes).toMatchObject([
      {
        action: 'user.session_ended',
        actorKind: 'SESSION',
        actor: { id: user.id },
        objectType: 'user',
        objectId: user.id,
        userAgent: 'node',
        changes: [{ field: 'endedSessions', to: JSON.stringify([id]) }],
      },
    ])
  })

  it("notifies the user's other devices when a session is created, used or ended", async () => {
    const [first, second] = await signInThrice()
    const changes = await first!.client.subscribe(ViewerChangedDocument, {})
    const listNext = async () => (await changes.next()).viewerChanged.sessions
    const input = { email: first!.user.email!, password, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
    await api.client().run(SignInDocument, { input })
    const listed = await listNext()
    expect(listed).toHaveLength(4)
    expect(listed.filter(({ current }) => current)).toHaveLength(1)

    api.clock.advance(60_000)
    await api.client().run(RefreshSessionDocument, { input: { refreshToken: second!.refreshToken } })
    const [used] = await listNext()
    await first!.client.run(EndSessionDocument, { input: { id: used!.id } })
    expect((await listNext()).map(({ id }) => id)).not.toContain(used!.id)
    await changes.close()
  })

  it("does not notify a user about another user's sessions", async () => {
    const ada = await signUp(api)
    const changes = await ada.client.subscribe(ViewerChangedDocument, {})
    await signUp(api)
    const input = { email: ada.email, password, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
    await api.client().run(SignInDocument, { input })
    // The first event is the user's own sign-in.
    expect((await changes.next()).viewerChanged.sessions).toHaveLength(2)
    await changes.close()
  })

  it("refuses another user's session with NOT_FOUND", async () => {
    const ada = await signUp(api)
    const grace = await signUp(api)
    const { id } = (await ada.client.run(SessionsDocument, {})).viewer.sessions[0]!
    await expect(grace.client.run(EndSessionDocument, { input: { id } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await isLive(ada)).toBe(true)
  })

  it('requires a signed-in user', async () => {
    const refused = { code: 'UNAUTHENTICATED' }
    await expect(api.client().run(SessionsDocument, {})).rejects.toMatchObject(refused)
    await expect(api.client().run(ViewerAuditDocument, { page: 1, pageSize: 25 })).rejects.toMatchObject(refused)
    await expect(api.client().run(EndSessionDocument, { input: { id: 'any' } })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
  })
})
