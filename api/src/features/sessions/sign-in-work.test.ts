import { beforeEach, expect, it, jest } from '@jest/globals'
import * as argon2 from '@node-rs/argon2'

/** The hashes that passwords were compared with. */
const compared: string[] = []
jest.unstable_mockModule('@node-rs/argon2', () => ({
  ...argon2,
  verify: async (hash: string, typed: string) => {
    compared.push(hash)
    return await argon2.verify(hash, typed)
  },
}))

const { describeApi } = await import('../../testing/api.ts')
const { SignInDocument } = await import('../../testing/generated/documents.ts')

describeApi('the work of signIn', (api) => {
  beforeEach(() => {
    compared.splice(0)
  })

  // The time of an answer depends on the machine; what takes that time does not.
  it('is one comparison of the same cost, whether somebody has the address or not', async () => {
    const ada = await api.seed.owner('Ada')
    for (const email of [ada.user.email, 'nobody@example.com']) {
      const input = { email, password: 'wrong', rememberMe: false, tokenDelivery: 'RESPONSE' as const }
      await expect(api.client().run(SignInDocument, { input })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    }
    expect(compared).toHaveLength(2)
    const [known, unknown] = compared.map((hash) => argon2.parseOptions(hash))
    expect(unknown).toEqual(known)
  })
})
