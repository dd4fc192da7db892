import { expect, it } from 'vitest'
import { describeApiOnce } from '../testing/api.ts'
import { RefreshSessionDocument, SignOutDocument, SignUpDocument } from '../testing/generated/documents.ts'
import { newUser } from '../testing/sign-up.ts'

describeApiOnce(
  'the refresh cookie on https',
  (api) => {
    const browse = async (query: { toString(): string }, input: object, cookie = '') => {
      const { body, headers } = await api
        .client()
        .post({ query: query.toString(), variables: { input } }, cookie === '' ? {} : { cookie })
      return { body, setCookie: headers.getSetCookie() }
    }
    const signUpByBrowser = async () => {
      const { setCookie } = await browse(SignUpDocument, { ...newUser(), tokenDelivery: 'COOKIE' })
      return { setCookie, pair: setCookie[0]!.split(';')[0]! }
    }
    const refused = { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] }

    it('has the __Host- prefix, and removes the cookie of older versions', async () => {
      const { setCookie } = await signUpByBrowser()
      expect(setCookie).toEqual([
        expect.stringMatching(/^__Host-culvert_refresh=rt_[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
        'culvert_refresh=; Max-Age=0; Path=/graphql; HttpOnly; Secure; SameSite=Lax',
      ])
    })

    it('refreshes a session, and is cleared by signing out', async () => {
      const { pair } = await signUpByBrowser()
      const next = await browse(RefreshSessionDocument, {}, `theme=dark; ${pair}`)
      expect(next.body.errors).toBeUndefined()
      const out = await browse(SignOutDocument, {}, next.setCookie[0]!.split(';')[0])
      expect(out.body).toEqual({ data: { signOut: { ended: true } } })
      expect(out.setCookie[0]).toMatch(/^__Host-culvert_refresh=; Max-Age=0; Path=\/; /)
    })

    it('is refused under the name without __Host-, which a tunnel on a subdomain could set', async () => {
      const { pair } = await signUpByBrowser()
      expect((await browse(RefreshSessionDocument, {}, pair.replace('__Host-', ''))).body).toMatchObject(refused)
    })

    it('is refused if it is sent twice, in either order', async () => {
      const { pair } = await signUpByBrowser()
      const strangers = (await signUpByBrowser()).pair
      for (const header of [`${strangers}; ${pair}`, `${pair};${strangers}`, `${pair}; __Host-culvert_refresh=`]) {
        expect((await browse(RefreshSessionDocument, {}, header)).body).toMatchObject(refused)
      }
      expect((await browse(RefreshSessionDocument, {}, pair)).body.errors).toBeUndefined()
    })
  },
  () => ({ publicUrl: 'https://culvert.example' }),
)
