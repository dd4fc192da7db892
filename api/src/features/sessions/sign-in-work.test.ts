import { availableParallelism } from 'node:os'
import argon2 from '@node-rs/argon2'
import { afterEach, expect, it, vi } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import { SignInDocument } from '../../testing/generated/documents.ts'
import { password, signUp } from '../../testing/sign-up.ts'
import { hashPassword } from '../users/password-hash.ts'

describeApi('the work of signIn', (api) => {
  afterEach(() => void vi.restoreAllMocks())

  // Response times depend on the machine; the work that takes the time does not.
  it('is one comparison of the same cost, whether or not the address is in use', async () => {
    const compare = vi.spyOn(argon2, 'verify')
    const ada = await api.seed.owner('Ada')
    for (const email of [ada.user.email, 'nobody@example.com']) {
      const input = { email, password: 'wrong', rememberMe: false, tokenDelivery: 'RESPONSE' as const }
      await expect(api.client().run(SignInDocument, { input })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    }
    expect(compare).toHaveBeenCalledTimes(2)
    const [known, unknown] = compare.mock.calls.map(([hash]) => argon2.parseOptions(String(hash)))
    expect(unknown).toEqual(known)
  })

  it('counts as no attempt while too many wait for the same work', async () => {
    const { email } = await signUp(api)
    const signIn = async () => {
      const input = { email, password, rememberMe: false, tokenDelivery: 'RESPONSE' as const }
      return (await api.client().run(SignInDocument, { input })).signIn.session
    }
    const released = Promise.withResolvers<string>()
    vi.spyOn(argon2, 'hash').mockReturnValue(released.promise)
    const waiting = Array.from({ length: availableParallelism() + 100 }, () => hashPassword('x').catch(() => ''))
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await expect(signIn()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    }
    released.resolve('')
    await Promise.all(waiting)
    expect(await signIn()).toMatchObject({ user: { email } })
  })
})
