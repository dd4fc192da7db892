import { expect, it } from 'vitest'
import { decodeProtectedHeader } from 'jose'
import { describeApi } from '../../testing/api.ts'
import { SignInDocument, ViewerDocument } from '../../testing/generated/documents.ts'
import { password, signUp } from '../../testing/sign-up.ts'
import { deleteRetiredKeys, rotateSigningKeys } from './keyring.ts'

const minuteMs = 60_000

describeApi('signing keys', (api) => {
  const listKids = async () => {
    const { keys } = (await (await fetch(`${api.url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] }
    return keys.map(({ kid }) => kid)
  }

  it('rotate: the new key signs within a minute, and the old one stays published while its tokens live', async () => {
    const { accessToken, client, email } = await signUp(api)
    const oldKid = decodeProtectedHeader(accessToken).kid!
    const newKid = await rotateSigningKeys(api.app)

    expect((await listKids()).toSorted()).toEqual([oldKid, newKid].toSorted())
    expect((await client.run(ViewerDocument, {})).viewer.user.email).toBe(email)

    api.clock.advance(minuteMs + 1_000)
    const input = { email, password, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
    const { session } = (await api.client().run(SignInDocument, { input })).signIn
    expect(decodeProtectedHeader(session.accessToken).kid).toBe(newKid)
    expect((await client.run(ViewerDocument, {})).viewer.user.email).toBe(email)

    api.clock.advance(2 * 60 * minuteMs)
    expect(await listKids()).toEqual([newKid])
    await deleteRetiredKeys(api.app)
    const kept = await api.app.db.selectFrom('signingKeys').select('id').execute()
    expect(kept).toEqual([{ id: newKid }])
  })

  it('are published without their private part', async () => {
    const answer = await (await fetch(`${api.url}/.well-known/jwks.json`)).text()
    expect(answer).not.toContain('"d"')
  })

  it('are recorded in the audit log as rotated by the operator', async () => {
    const kid = await rotateSigningKeys(api.app)
    const entries = await api.app.db.selectFrom('auditEntries').selectAll().where('objectId', '=', kid).execute()
    expect(entries).toMatchObject([{ action: 'signing_key.rotated', actorKind: 'OPERATOR', accountId: null }])
  })
})
