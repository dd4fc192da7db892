import { describe, expect, it } from 'vitest'
import { addMs } from '../../ground/clock.ts'
import { sha256Hex } from '../../ground/secrets.ts'
import { describeApi } from '../../testing/api.ts'
import { ApiError, type TestClient } from '../../testing/client.ts'
import { approve, requestSignIn, deny } from '../../testing/command-line-sign-in.ts'
import { withMachineAhead } from '../../testing/machine-clock.ts'
import {
  CommandLineSignInDocument,
  RedeemCommandLineSignInDocument,
  RequestCommandLineSignInDocument,
} from '../../testing/generated/documents.ts'
import { lifetimeMs, openMax } from './rules.ts'

const minuteMs = 60_000

describeApi(
  'the limits of signing in from the command line',
  (api) => {
    describe('guesses of codes', () => {
      it('are limited to 30 per user, including denials, after which approving is refused too, for 15 minutes', async () => {
        const ada = await api.seed.owner('Ada')
        const { userCode } = await requestSignIn(api)
        const outcomes = []
        for (let index = 0; index < 28; index += 1) outcomes.push(await guess(ada, 'BBBB-BBBB', `203.0.113.${index}`))
        expect(new Set(outcomes)).toEqual(new Set(['NOT_FOUND']))
        expect(await guess(ada, 'no code at all', '203.0.113.99')).toBe('NOT_FOUND')
        await expect(deny(ada, 'BBBB-BBBB')).rejects.toMatchObject({ code: 'NOT_FOUND' })
        expect(await guess(ada, userCode, '203.0.113.100')).toBe('RATE_LIMITED')
        const isRefused = async () =>
          await expect(approve(ada, userCode)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
        await isRefused()
        await withMachineAhead(api, 13 * minuteMs, isRefused)
        await withMachineAhead(api, 15 * minuteMs, () => approve(ada, userCode))
      })

      it('are limited to 100 in 15 minutes for all users of a network', async () => {
        const users = []
        for (let index = 0; index < 4; index += 1) users.push(await api.seed.owner('Ada'))
        const outcomes = []
        for (let index = 0; index < 101; index += 1) {
          outcomes.push(await guess(users[index % 4]!, 'BBBB-BBBB', '198.51.100.7'))
        }
        expect(outcomes.indexOf('RATE_LIMITED')).toBe(100)
        const again = async () => await guess(await api.seed.owner('Ada'), 'BBBB-BBBB', '198.51.100.7')
        expect(await withMachineAhead(api, 13 * minuteMs, again)).toBe('RATE_LIMITED')
        expect(await withMachineAhead(api, 15 * minuteMs, again)).toBe('NOT_FOUND')
      })
    })

    it('allow 50 pending sign-ins per network, and more once these have expired', async () => {
      const asking = async (address: string) =>
        await postFrom(api.client(), address, RequestCommandLineSignInDocument, { input: { machineName: 'laptop' } })
      const outcomes = []
      for (let index = 0; index < openMax.ofClient; index += 1) outcomes.push(await asking('192.0.2.1'))
      expect(new Set(outcomes)).toEqual(new Set(['OK']))
      expect(await asking('192.0.2.1')).toBe('RATE_LIMITED')
      expect(await asking('192.0.2.2')).toBe('OK')
      api.clock.advance(lifetimeMs)
      expect(await asking('192.0.2.1')).toBe('OK')
    })

    it('allow 5,000 pending sign-ins in total, and then end the oldest of whichever provider or site has most', async () => {
      const asking = async (address: string) =>
        await postFrom(api.client(), address, RequestCommandLineSignInDocument, { input: { machineName: 'laptop' } })
      for (const address of ['192.0.2.77', '2001:db8:2::1']) expect(await asking(address)).toBe('OK')
      const now = api.clock.now()
      const countOpen = async () => {
        const { count } = await api.app.db
          .selectFrom('commandLineSignIns')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('status', '=', 'pending')
          .where('expiresAt', '>', api.clock.now())
          .executeTakeFirstOrThrow()
        return count
      }
      const waiting = Array.from({ length: openMax.total - (await countOpen()) }, (_, index) => ({
        id: `waiting ${String(index).padStart(4, '0')}`,
        deviceCodeHash: sha256Hex(`waiting ${index}`),
        userCode: `waiting ${index}`,
        machineName: 'laptop',
        status: 'pending' as const,
        // Each in a network of its own, of one site.
        requestedFrom: `2001:db8:1:${index.toString(16)}::1`,
        requestedNetwork: `2001:db8:1:${index.toString(16)}`,
        createdAt: addMs(now, index),
        expiresAt: addMs(now, lifetimeMs),
      }))
      const chunk = 1_000
      for (let from = 0; from < waiting.length; from += chunk) {
        await api.app.db
          .insertInto('commandLineSignIns')
          .values(waiting.slice(from, from + chunk))
          .execute()
      }
      for (let client = 1; client <= 3; client += 1) expect(await asking(`198.51.100.${client}`)).toBe('OK')
      expect(await countOpen()).toBeLessThanOrEqual(openMax.total)
      const ended = await api.app.db
        .selectFrom('commandLineSignIns')
        .select('id')
        .where('status', '=', 'pending')
        .where('createdAt', '>=', addMs(now, -minuteMs))
        .where('expiresAt', '<=', api.clock.now())
        .orderBy('createdAt')
        .execute()
      expect(ended.length).toBeGreaterThan(0)
      expect(ended).toEqual(waiting.slice(0, ended.length).map(({ id }) => ({ id })))
      const input = { deviceCode: 'waiting 0' }
      const { redeemCommandLineSignIn } = await api.client().run(RedeemCommandLineSignInDocument, { input })
      expect(redeemCommandLineSignIn.status).toBe('EXPIRED')
    })
  },
  () => ({ trustedProxies: 1 }),
)

function guess({ client }: { client: TestClient }, userCode: string, address: string): Promise<unknown> {
  return postFrom(client, address, CommandLineSignInDocument, { userCode })
}

/** Sends an operation from an address, and returns the code of its error, or OK. */
async function postFrom(
  client: TestClient,
  address: string,
  document: { toString(): string },
  variables: object,
): Promise<unknown> {
  const { body } = await client.post({ query: document.toString(), variables }, { 'x-forwarded-for': address })
  const [error] = body.errors ?? []
  return error ? new ApiError(error).code : 'OK'
}
