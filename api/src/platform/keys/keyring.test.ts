import { ticketToken } from '@culvert/schema/tokens'
import { expect, it } from 'vitest'
import { accessToken } from '../../features/sessions/rules.ts'
import { describeApi } from '../../testing/api.ts'
import { openKeyring, type Keyring } from './keyring.ts'

describeApi('a keyring', (api) => {
  const open = (issuer = api.app.config.publicUrl): Promise<Keyring> => openKeyring(api.app, issuer)

  it('verifies a token that another instance has signed', async () => {
    const { token } = await (await open()).sign(accessToken, { sub: 'u1' })
    expect(await (await open()).verify(accessToken, token)).toMatchObject({ sub: 'u1', aud: 'culvert:api' })
  })

  it('verifies with a key that another node created later, and signs with the newest after a restart', async () => {
    const older = await open()
    const { token: olderToken } = await older.sign(accessToken, { sub: 'u1' })
    await api.app.db
      .insertInto('signingKeys')
      .columns(['id', 'privateJwk', 'createdAt'])
      .expression((eb) =>
        eb
          .selectFrom('signingKeys')
          .select((row) => [
            row.val('newer').as('id'),
            'privateJwk',
            row.val(new Date(Date.now() + 60_000)).as('createdAt'),
          ])
          .limit(1),
      )
      .execute()
    const newer = await open()
    const { token } = await newer.sign(accessToken, { sub: 'u2' })
    expect(JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())).toMatchObject({ kid: 'newer' })
    expect(await older.verify(accessToken, token)).toMatchObject({ sub: 'u2' })
    expect(await newer.verify(accessToken, olderToken)).toMatchObject({ sub: 'u1' })
    expect((await older.listPublicKeys()).keys.map(({ kid }) => kid)[0]).toBe('newer')
  })

  it('refuses a token of another kind, of another installation, or with altered claims', async () => {
    const keyring = await open()
    const { token } = await keyring.sign(ticketToken, { sub: 'a1' })
    await expect(keyring.verify(accessToken, token)).rejects.toThrow()
    await expect((await open('https://elsewhere.example')).verify(ticketToken, token)).rejects.toThrow()
    const [head, , signature] = token.split('.')
    const forged = `${head}.${Buffer.from('{"sub":"a2"}').toString('base64url')}.${signature}`
    await expect(keyring.verify(ticketToken, forged)).rejects.toThrow()
    await expect(keyring.verify(ticketToken, token)).resolves.toMatchObject({ sub: 'a1' })
  })

  it('refuses a token it has verified before with another kind or signature, or after it has expired', async () => {
    const keyring = await open()
    const { token } = await keyring.sign(accessToken, { sub: 'u1' })
    for (const _ of [1, 2]) expect(await keyring.verify(accessToken, token)).toMatchObject({ sub: 'u1' })
    await expect(keyring.verify(ticketToken, token)).rejects.toThrow()
    await expect(keyring.verify(accessToken, `${token.slice(0, -8)}AAAAAAAA`)).rejects.toThrow()
    api.clock.advance(accessToken.lifetimeSeconds * 1_000)
    await expect(keyring.verify(accessToken, token)).rejects.toThrow()
  })
})
