import { expect, it } from 'vitest'
import { createSealing } from '../platform/sealing/sealing.ts'
import { describeApi } from '../testing/api.ts'
import { enrolPasskey, enrolTotp, newAuthenticator, signInWith } from '../testing/factors.ts'
import { FactorsDocument } from '../testing/generated/documents.ts'
import { findMail } from '../testing/mails.ts'
import { password } from '../testing/sign-up.ts'
import { runAdmin } from './program.ts'

describeApi('npm run admin', (api) => {
  const admin = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await runAdmin([...args, '--json'], (work) => work(api.app))
    return JSON.parse(exitCode === 0 ? stdout : stderr) as unknown
  }

  it('users reset-factors removes all factors of a user, ends their sessions, and notifies them', async () => {
    const { user, client } = await api.seed.owner('Ada')
    await enrolTotp(api, client)
    await enrolPasskey(client, newAuthenticator(api))
    expect(await admin('users', 'show', user.email!)).toMatchObject({
      factors: ['the authenticator app “Authenticator app”', 'the passkey “Laptop”'],
    })
    expect(await admin('users', 'reset-factors', user.email!)).toEqual({
      removed: ['the authenticator app “Authenticator app”', 'the passkey “Laptop”'],
    })
    await expect(client.run(FactorsDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await signInWith(api, { email: user.email, password })).assurance).toBe('ONE_FACTOR')
    expect((await findMail(api, user.email!, 'sign-in was changed')).text).toContain('The operator removed')
    const entries = await api.app.db
      .selectFrom('auditEntries')
      .select(['action', 'actorKind'])
      .where('objectId', '=', user.id)
      .where('action', '=', 'user.factors_reset')
      .execute()
    expect(entries).toEqual([{ action: 'user.factors_reset', actorKind: 'OPERATOR' }])
    expect(await admin('users', 'reset-factors', user.email!)).toMatchObject({ error: { code: 'CONFLICT' } })
  })

  it('secrets reseal reseals authenticator secrets, so that the previous sealing secret can be removed', async () => {
    const { user, client } = await api.seed.owner('Ada')
    const app = await enrolTotp(api, client)
    const before = 'the sealing secret of the api tests, long enough'
    const next = 'another sealing secret, which is long enough too'
    const { openSealing } = api.app
    const sealWith = (sealing: ReturnType<typeof createSealing>) => {
      api.app.openSealing = () => Promise.resolve(sealing)
    }
    try {
      sealWith(createSealing(next, before))
      expect(await admin('secrets', 'reseal')).toEqual({ resealed: expect.any(Number) })
      expect(await admin('secrets', 'reseal')).toEqual({ resealed: 0 })
      sealWith(createSealing(next))
      const code = { totp: app.nextCode() }
      expect((await signInWith(api, { email: user.email, password, code })).assurance).toBe('TWO_FACTORS')
    } finally {
      sealWith(createSealing(before, next))
      await admin('secrets', 'reseal')
      api.app.openSealing = openSealing
    }
  })
})
