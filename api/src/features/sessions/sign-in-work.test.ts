import argon2 from '@node-rs/argon2'
import { afterEach, expect, it, vi } from 'vitest'
import { describeApi } from '../../testing/api.ts'
import { SignInDocument } from '../../testing/generated/documents.ts'

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
})
