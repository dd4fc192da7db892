import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { RequestCommandLineSignInInput } from '../../generated/schema.ts'
import { hourMs } from '../../ground/clock.ts'
import { describeApi } from '../../testing/api.ts'
import { approve, requestSignIn, deny, findSignIn } from '../../testing/command-line-sign-in.ts'
import {
  AccountChangedDocument,
  AuditLogDocument,
  MachineTokensDocument,
  RedeemCommandLineSignInDocument,
  RemoveMemberDocument,
  StartAgentDocument,
} from '../../testing/generated/documents.ts'
import type { Member } from '../../testing/seed.ts'
import { disableUser } from '../user-administration/service.ts'
import { lifetimeMs, toChallenge } from './rules.ts'

describeApi('signing in from the command line', (api) => {
  const wrongCode = { code: 'NOT_FOUND', field: 'userCode', message: expect.stringContaining('mistyped') }
  const answered = { code: 'CONFLICT', message: expect.stringContaining('has already been approved or denied') }

  const ask = (input?: Partial<RequestCommandLineSignInInput>) => requestSignIn(api, input)
  const redeem = async (
    { deviceCode }: { deviceCode: string },
    proof: { code?: string | null; codeVerifier?: string } = {},
  ) =>
    (await api.client().run(RedeemCommandLineSignInDocument, { input: { deviceCode, ...proof } }))
      .redeemCommandLineSignIn
  const askByLoopback = async (port = 45_678) => {
    const codeVerifier = randomBytes(32).toString('base64url')
    return { codeVerifier, ...(await ask({ loopbackPort: port, codeChallenge: toChallenge(codeVerifier) })) }
  }
  describe('with a code', () => {
    it('gives the machine a token once a member has approved it', async () => {
      const ada = await api.seed.owner('Ada')
      const asked = await ask({ machineName: 'adas-laptop.local' })
      expect(asked).toEqual({
        deviceCode: expect.stringMatching(/^[\w-]{43}$/),
        userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
        verificationUrl: 'http://localhost:4000/admin/connect',
        verificationUrlComplete: `http://localhost:4000/admin/connect?code=${asked.userCode}`,
        expiresAt: expect.any(String),
        intervalSeconds: 5,
      })
      expect(await findSignIn(ada, asked.userCode)).toMatchObject({
        userCode: asked.userCode,
        machineName: 'adas-laptop.local',
        requestedFrom: '127.0.0.1',
        usesLoopback: false,
        expiresAt: asked.expiresAt,
      })
      expect(await redeem(asked)).toEqual({ status: 'PENDING', secret: null, holder: null })

      const changes = await ada.client.subscribe(AccountChangedDocument, { accountId: ada.accountId })
      expect((await approve(ada, asked.userCode)).redirectUrl).toBeNull()
      const { status, secret, holder } = await redeem(asked)
      expect(status).toBe('APPROVED')
      expect(holder).toEqual({
        kind: 'MACHINE',
        tokenName: 'adas-laptop.local',
        account: { id: ada.accountId, name: "Ada's account", namespace: ada.namespace },
        user: { fullName: 'Ada Example', email: ada.user.email },
      })
      expect(await changes.next()).toBeDefined()
      await changes.close()
      const machine = api.client(`Bearer ${secret}`)
      const { startAgent } = await machine.run(StartAgentDocument, {
        input: { forwardingTo: 'http://localhost:3000' },
      })
      expect(startAgent.agent.status).toBe('active')
      expect(await listTokens(ada)).toMatchObject([{ name: 'adas-laptop.local', approvedFrom: '127.0.0.1' }])
    })

    it('accepts the code in lowercase, and with spaces instead of a hyphen', async () => {
      const ada = await api.seed.owner('Ada')
      const { userCode } = await ask()
      expect((await findSignIn(ada, ` ${userCode.toLowerCase().replace('-', ' ')} `)).userCode).toBe(userCode)
    })

    it('stores neither the device code, the loopback code nor the secret in plain text', async () => {
      const ada = await api.seed.owner('Ada')
      const asked = await askByLoopback()
      const code = findCode(await approve(ada, asked.userCode))
      const { secret } = await redeem(asked, { code, codeVerifier: asked.codeVerifier })
      const rows = [
        await api.app.db.selectFrom('commandLineSignIns').selectAll().execute(),
        await api.app.db.selectFrom('authTokens').selectAll().execute(),
        await api.app.db.selectFrom('auditEntries').selectAll().execute(),
      ]
      for (const hidden of [asked.deviceCode, code, secret]) expect(JSON.stringify(rows)).not.toContain(hidden)
    })

    it('returns the token once', async () => {
      const ada = await api.seed.owner('Ada')
      const asked = await ask()
      await approve(ada, asked.userCode)
      await redeem(asked)
      const again = { code: 'CONFLICT', message: expect.stringContaining('already been redeemed') }
      await expect(redeem(asked)).rejects.toMatchObject(again)
      api.clock.advance(lifetimeMs)
      await expect(redeem(asked)).rejects.toMatchObject(again)
      expect(await listTokens(ada)).toHaveLength(1)
    })

    it('answers SLOW_DOWN to a program that polls too fast, and still gives it the token', async () => {
      const ada = await api.seed.owner('Ada')
      const asked = await ask()
      expect((await redeem(asked)).status).toBe('PENDING')
      expect((await redeem(asked)).status).toBe('SLOW_DOWN')
      api.clock.advance(5_000)
      expect((await redeem(asked)).status).toBe('PENDING')
      await approve(ada, asked.userCode)
      expect((await redeem(asked)).status).toBe('APPROVED')
    })

    it('ends when it is denied', async () => {
      const ada = await api.seed.owner('Ada')
      const asked = await ask()
      expect((await deny(ada, asked.userCode)).redirectUrl).toBeNull()
      expect(await redeem(asked)).toEqual({ status: 'DENIED', secret: null, holder: null })
      await expect(approve(ada, asked.userCode)).rejects.toMatchObject(answered)
      await expect(deny(ada, asked.userCode)).rejects.toMatchObject(answered)
      await expect(findSignIn(ada, asked.userCode)).rejects.toMatchObject(answered)
      expect(await listTokens(ada)).toEqual([])
    })

    it('expires after 10 minutes, approved or not', async () => {
      const ada = await api.seed.owner('Ada')
      const [waiting, approved] = [await ask(), await ask()]
      await approve(ada, approved.userCode)
      api.clock.advance(lifetimeMs)
      for (const asked of [waiting, approved]) expect((await redeem(asked)).status).toBe('EXPIRED')
      const later = await api.seed.owner('Bea')
      await expect(approve(later, waiting.userCode)).rejects.toMatchObject(wrongCode)
      await expect(findSignIn(later, waiting.userCode)).rejects.toMatchObject(wrongCode)
    })

    it('is deleted an hour after it expires', async () => {
      const asked = await ask()
      api.clock.advance(lifetimeMs + hourMs + 60_000)
      await api.runJobs()
      await expect(redeem(asked)).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'deviceCode' })
      const rows = await api.app.db.selectFrom('commandLineSignIns').select('id').execute()
      expect(rows).toEqual([])
    })

    it('requires the approver to be a member of the account', async () => {
      const [ada, sam] = [await api.seed.owner('Ada'), await api.seed.owner('Sam')]
      const { userCode } = await ask()
      await expect(approve({ client: sam.client, accountId: ada.accountId }, userCode)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      await approve(await ada.invite('Vera', 'viewer'), userCode)
    })

    it('records in the audit log who approved which machine, and the token created for it', async () => {
      const ada = await api.seed.owner('Ada')
      const asked = await ask({ machineName: 'build-7' })
      await approve(ada, asked.userCode)
      await redeem(asked)
      const { account } = await ada.client.run(AuditLogDocument, { accountId: ada.accountId })
      expect(account.auditLog.nodes).toMatchObject([
        { action: 'machine_token.created', objectName: 'build-7', actor: { email: ada.user.email } },
        {
          action: 'command_line_sign_in.approved',
          objectName: 'build-7',
          actor: { email: ada.user.email },
          changes: [{ field: 'requestedFrom', to: '"127.0.0.1"' }],
        },
      ])
    })

    it('gives no token if the approver has been removed from the account or disabled in the meantime', async () => {
      const ada = await api.seed.owner('Ada')
      const [vera, dora] = [await ada.invite('Vera', 'viewer'), await ada.invite('Dora', 'viewer')]
      const [ofVera, ofDora] = [await ask(), await ask()]
      await approve(vera, ofVera.userCode)
      await approve(dora, ofDora.userCode)
      await ada.client.run(RemoveMemberDocument, { input: { id: vera.membershipId } })
      await disableUser(api.app, dora.user.email!)
      for (const asked of [ofVera, ofDora]) expect((await redeem(asked)).status).toBe('DENIED')
    })
  })

  describe('with a loopback redirect', () => {
    it('gives the token for the code from the browser and the verifier', async () => {
      const ada = await api.seed.owner('Ada')
      const { userCode, deviceCode, codeVerifier } = await askByLoopback(51_234)
      expect(await findSignIn(ada, userCode)).toMatchObject({ usesLoopback: true })
      const { redirectUrl } = await approve(ada, userCode)
      expect(redirectUrl).toMatch(/^http:\/\/127\.0\.0\.1:51234\/callback\?code=[\w-]{43}$/)
      const code = findCode({ redirectUrl })
      const redeemed = await redeem({ deviceCode }, { code, codeVerifier })
      expect(redeemed).toMatchObject({ status: 'APPROVED', secret: expect.stringMatching(/^pk_[0-9a-f]{64}$/) })
      await expect(redeem({ deviceCode }, { code, codeVerifier })).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it("gives no token to a stranger without the code, which only the approver's browser receives", async () => {
      const victim = await api.seed.owner('Ada')
      const { userCode, deviceCode, codeVerifier } = await askByLoopback()
      await approve(victim, userCode)
      expect((await redeem({ deviceCode })).status).toBe('PENDING')
      expect((await redeem({ deviceCode }, { codeVerifier })).status).toBe('SLOW_DOWN')
      const guess = { codeVerifier, code: randomBytes(32).toString('base64url') }
      await expect(redeem({ deviceCode }, guess)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field: 'code' })
      expect(await listTokens(victim)).toEqual([])
    })

    it('refuses the code without the right verifier, and afterwards still accepts it with that one', async () => {
      const ada = await api.seed.owner('Ada')
      const { userCode, deviceCode, codeVerifier } = await askByLoopback()
      const code = findCode(await approve(ada, userCode))
      const wrong = [
        undefined,
        '',
        codeVerifier.slice(1),
        randomBytes(32).toString('base64url'),
        toChallenge(codeVerifier),
      ]
      for (const given of wrong) {
        await expect(redeem({ deviceCode }, { code, codeVerifier: given })).rejects.toMatchObject({
          code: 'BAD_USER_INPUT',
          field: 'codeVerifier',
        })
      }
      expect((await redeem({ deviceCode }, { code, codeVerifier })).status).toBe('APPROVED')
    })

    it('refuses the code of another sign-in', async () => {
      const ada = await api.seed.owner('Ada')
      const [one, other] = [await askByLoopback(), await askByLoopback()]
      await approve(ada, one.userCode)
      const code = findCode(await approve(ada, other.userCode))
      const { codeVerifier } = one
      await expect(redeem(one, { codeVerifier, code })).rejects.toMatchObject({ field: 'code' })
    })

    it('reports a denial to the program through the browser too', async () => {
      const ada = await api.seed.owner('Ada')
      const { userCode, deviceCode } = await askByLoopback(51_234)
      expect((await deny(ada, userCode)).redirectUrl).toBe('http://127.0.0.1:51234/callback?error=access_denied')
      expect((await redeem({ deviceCode })).status).toBe('DENIED')
    })

    it.each([
      [
        'a challenge that is not a SHA-256 hash',
        { codeChallenge: 'x'.repeat(64), loopbackPort: 5_000 },
        'codeChallenge',
      ],
      ['a port without a challenge', { loopbackPort: 5_000 }, 'codeChallenge'],
      ['a challenge without a port', { codeChallenge: 'x'.repeat(43) }, 'loopbackPort'],
      ['a system port', { codeChallenge: 'x'.repeat(43), loopbackPort: 80 }, 'loopbackPort'],
      ['a port above 65535', { codeChallenge: 'x'.repeat(43), loopbackPort: 65_536 }, 'loopbackPort'],
    ])('refuses %s', async (_what, input, field) => {
      await expect(ask(input)).rejects.toMatchObject({ code: 'BAD_USER_INPUT', field })
    })
  })

  it.each(['', 'a\0b', 'a\u202Eb', 'a\u200Bb', 'a\nb', 'x'.repeat(65)])(
    'refuses %j as the name of a machine',
    async (machineName) => {
      await expect(ask({ machineName })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    },
  )
})

function findCode({ redirectUrl }: { redirectUrl: string | null }): string | null {
  return URL.parse(redirectUrl ?? '')?.searchParams.get('code') ?? null
}

async function listTokens({ client, accountId }: Member) {
  return (await client.run(MachineTokensDocument, { accountId })).account.machineTokens
}
