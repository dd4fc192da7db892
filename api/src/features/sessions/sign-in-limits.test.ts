import argon2 from '@node-rs/argon2'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeApi, type TestApi } from '../../testing/api.ts'
import { whileFull } from '../../testing/full-table.ts'
import {
  RequestPasswordResetDocument,
  ResetPasswordDocument,
  SignInDocument,
} from '../../testing/generated/documents.ts'
import { findMail, linkIn } from '../../testing/mails.ts'
import { newUser, password, signUp } from '../../testing/sign-up.ts'

const behindProxy = () => ({ trustedProxies: 1 })

/** Signs in from an address. Returns the error's code, or "in". */
async function signInFrom(api: TestApi, address: string, email: string, typed: string) {
  const input = { email, password: typed, rememberMe: false, tokenDelivery: 'RESPONSE' }
  const { body } = await api
    .client()
    .post({ query: SignInDocument.toString(), variables: { input } }, { 'x-forwarded-for': address })
  return { code: body.errors?.[0]?.extensions?.code ?? 'in', message: body.errors?.[0]?.message ?? '' }
}

/** Sends wrong passwords from different networks, and returns the outcome of each. */
async function attack(api: TestApi, email: string, count: number) {
  const codes: unknown[] = []
  for (let network = 1; network <= count; network += 1) {
    codes.push((await signInFrom(api, `198.51.100.${network}`, email, 'wrong')).code)
  }
  return codes
}

describeApi(
  'sign-in limits',
  (api) => {
    it('count all addresses of an IPv6 /64 as one client', async () => {
      const { email } = await signUp(api)
      for (let host = 1; host <= 10; host += 1) {
        expect(await signInFrom(api, `2001:db8:0:7::${host}`, email, 'wrong')).toMatchObject({
          code: 'UNAUTHENTICATED',
        })
      }
      expect(await signInFrom(api, '2001:DB8::7:ffff:1:2:3', email, password)).toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/^Too many attempts/),
      })
      expect(await signInFrom(api, '2001:db8:0:8::1', email, password)).toMatchObject({ code: 'in' })
    })

    it('count every alias of one request, including successful sign-ins: 100 for one network', async () => {
      const { email } = await signUp(api)
      const network = '203.0.113.77'
      for (let count = 0; count < 97; count += 1) await api.app.rateLimiter.check('signInFromClient', network)
      const input = `{ email: "${email}", password: "${password}", rememberMe: false, tokenDelivery: RESPONSE }`
      const aliases = [0, 1, 2, 3, 4].map((alias) => `a${alias}: signIn(input: ${input}) { session { expiresIn } }`)
      const query = `mutation { ${aliases.join(' ')} }`
      const { body } = await api.client().post({ query }, { 'x-forwarded-for': network })
      expect(body.errors).toMatchObject([{ path: ['a3'], extensions: { code: 'RATE_LIMITED' } }])
    })

    it('count no attempt that a fault ended, whether before or after the password was judged', async () => {
      const { email } = await signUp(api)
      const elsewhere = '203.0.113.50'
      const verify = vi.spyOn(argon2, 'verify').mockRejectedValue(new Error('no memory'))
      for (let attempt = 1; attempt <= 12; attempt += 1) {
        expect(await signInFrom(api, elsewhere, email, password)).toMatchObject({ code: 'INTERNAL' })
      }
      verify.mockRestore()
      await whileFull(api, 'sessions', async () => {
        for (let attempt = 1; attempt <= 12; attempt += 1) {
          expect(await signInFrom(api, elsewhere, email, password)).toMatchObject({ code: 'UNAVAILABLE' })
        }
      })
      expect(await signInFrom(api, elsewhere, email, password)).toMatchObject({ code: 'in' })
    })

    describe('for one user', () => {
      // Waits are measured by the machine's clock, and a busy machine would wait them out.
      beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
      afterEach(() => void vi.useRealTimers())

      it('count wrong passwords from all networks together, for a known address and an unknown one alike', async () => {
        const { email } = await signUp(api)
        for (const attacked of [email, 'nobody-at-all@example.com']) {
          const codes = await attack(api, attacked, 14)
          expect(codes.slice(0, 11)).toEqual(Array(11).fill('UNAUTHENTICATED'))
          expect(codes.slice(11)).toContain('RATE_LIMITED')
        }
      })

      it('let the owner in from a network where they signed in before, whatever strangers do', async () => {
        const { email } = await signUp(api)
        expect(await signInFrom(api, '203.0.113.5', email, password)).toMatchObject({ code: 'in' })
        await attack(api, email, 20)
        expect(await signInFrom(api, '203.0.113.5', email, password)).toMatchObject({ code: 'in' })
        const elsewhere = await signInFrom(api, '203.0.113.6', email, password)
        expect(elsewhere).toMatchObject({ code: 'RATE_LIMITED', message: expect.stringMatching(/reset the password/) })
      })

      it('let the owner in from a new network once they have reset the password from it', async () => {
        const { email } = await signUp(api, newUser())
        await attack(api, email, 20)
        expect(await signInFrom(api, '203.0.113.9', email, password)).toMatchObject({ code: 'RATE_LIMITED' })

        await api.client().run(RequestPasswordResetDocument, { input: { email } })
        await api.runJobs()
        const query = linkIn(await findMail(api, email, 'Reset your Culvert password'), 'reset-password').searchParams
        const input = {
          accessToken: query.get('access_token'),
          refreshToken: query.get('refresh_token'),
          password: 'another horse',
        }
        await api
          .client()
          .post({ query: ResetPasswordDocument.toString(), variables: { input } }, { 'x-forwarded-for': '203.0.113.9' })
        expect(await signInFrom(api, '203.0.113.9', email, 'another horse')).toMatchObject({ code: 'in' })
      })
    })
  },
  behindProxy,
)
