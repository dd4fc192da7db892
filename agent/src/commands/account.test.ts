import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { authToken, runCommand } from '../testing/command.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import type { FakeServer } from '../testing/fake-server.ts'
import { makeFolder } from '../testing/folder.ts'

const otherToken = `pk_${'f'.repeat(64)}`
const newToken = `pk_${'e'.repeat(64)}`

const holder = { kind: 'MACHINE', tokenName: 'ci', account: { name: 'Ada', namespace: 'ada' }, user: null }

/** Makes a server approve every sign-in at once. */
function approve(server: FakeServer): void {
  server.answers.requestCommandLineSignIn = () => ({
    deviceCode: 'device',
    userCode: 'AAAA-BBBB',
    verificationUrl: server.url,
    verificationUrlComplete: server.url,
    expiresAt: '2030-01-01T00:00:00.000Z',
    intervalSeconds: 0,
  })
  server.answers.redeemCommandLineSignIn = () => ({ status: 'APPROVED', secret: newToken, holder })
}

/** A server, and a user who is signed in there as "home", the current profile, and elsewhere as "work". */
async function startSignedIn(): Promise<{ server: FakeServer; folder: string }> {
  const server = await startFakeServer()
  server.answers.endOwnToken = () => ({ machineToken: { id: 'token-1' } })
  const home = { server: server.url, token: authToken, account: 'Ada', email: '' }
  const work = { server: server.url.replace('localhost', '127.0.0.1'), token: otherToken, account: 'Ada', email: '' }
  const signIns = { current: 'home', profiles: { home, work } }
  return { server, folder: makeFolder({ 'sign-ins.json': JSON.stringify(signIns) }) }
}

function readProfiles(folder: string): Record<string, { server: string }> {
  const { profiles } = JSON.parse(readFileSync(join(folder, 'sign-ins.json'), 'utf8')) as {
    profiles: Record<string, { server: string }>
  }
  return profiles
}

describe('culvert logout', () => {
  it.each([
    { args: ['--server', 'other.example'], code: 3, says: 'You are not signed in at https://other.example.' },
    { args: ['--server', 'htp://other.example'], code: 2, says: 'expected an address such as' },
    { args: ['--profile', 'home', '--server', 'other.example'], code: 3, says: 'is not for https://other.example.' },
    { args: ['--profile', 'constructor'], code: 3, says: 'There is no profile "constructor".' },
    { args: ['--profile', ''], code: 2, says: '--profile: expected the name of a profile, got nothing.' },
  ])('with $args ends no sign-in if there is none of that name and at that server', async ({ args, code, says }) => {
    const { server, folder } = await startSignedIn()
    const command = runCommand(['logout', ...args], { CULVERT_CONFIG_DIR: folder })
    expect(await command.exited, command.stdout).toBe(code)
    expect(command.stderr).toContain(says)
    expect(server.calls).toEqual([])
    expect(Object.keys(readProfiles(folder))).toEqual(['home', 'work'])
  })

  it.each(['CULVERT_PROFILE', 'CULVERT_SERVER'])('ends the sign-in that %s names', async (variable) => {
    const { server, folder } = await startSignedIn()
    const named = variable === 'CULVERT_PROFILE' ? 'work' : server.url.replace('localhost', '127.0.0.1')
    const command = runCommand(['logout'], { CULVERT_CONFIG_DIR: folder, [variable]: named })
    expect(await command.exited, command.stderr).toBe(0)
    expect(server.calls.map(({ authorization }) => authorization)).toEqual([`Bearer ${otherToken}`])
    expect(Object.keys(readProfiles(folder))).toEqual(['home'])
  })

  it('keeps a token that the server does not delete because its account is suspended', async () => {
    const { server, folder } = await startSignedIn()
    server.answers.endOwnToken = () => ({ code: 'FORBIDDEN', message: 'The operator has suspended this account.' })
    const command = runCommand(['logout'], { CULVERT_CONFIG_DIR: folder })
    expect(await command.exited, command.stdout).toBe(1)
    expect(command.stderr).toContain('The token could not be deleted at the server.')
    expect(command.stderr).toContain('The operator has suspended this account.')
    expect(Object.keys(readProfiles(folder))).toEqual(['home', 'work'])
  })
})

describe('culvert login', () => {
  it('uses the profile and the name of the machine in the environment', async () => {
    const { server, folder } = await startSignedIn()
    approve(server)
    const env = { CULVERT_CONFIG_DIR: folder, CULVERT_PROFILE: 'third', CULVERT_NAME: 'ci' }
    const command = runCommand(['login', '--no-browser', '--server', server.url], env)
    expect(await command.exited, command.stderr).toBe(0)
    expect(server.calls[0]?.input).toMatchObject({ machineName: 'ci' })
    expect(readProfiles(folder)).toMatchObject({ home: {}, third: { server: server.url } })
  })

  it('deletes the former token of the profile at its server, once the new one is kept', async () => {
    const { server, folder } = await startSignedIn()
    approve(server)
    let kept: unknown
    server.answers.endOwnToken = () => {
      kept = readProfiles(folder).home
      return { machineToken: { id: 'token-1' } }
    }
    const env = { CULVERT_CONFIG_DIR: folder, CULVERT_PROFILE: 'home' }
    const command = runCommand(['login', '--no-browser'], env)
    expect(await command.exited, command.stderr).toBe(0)
    expect(server.calls.at(-1)).toMatchObject({ operation: 'endOwnToken', authorization: `Bearer ${authToken}` })
    expect(kept).toMatchObject({ token: newToken })
    expect(command.stdout).not.toContain('former token')
  })

  it.each([
    { code: 'UNAUTHENTICATED', says: undefined },
    ...['INTERNAL', 'FORBIDDEN'].map((fault) => ({
      code: fault,
      says: 'The former token is still valid. It is out of order. Delete it at SERVER/admin/auth-id.',
    })),
  ])('says that the former token stays valid if it does: $code', async ({ code, says }) => {
    const { server, folder } = await startSignedIn()
    approve(server)
    server.answers.endOwnToken = () => ({ code, message: 'It is out of order.' })
    const command = runCommand(['login', '--no-browser'], { CULVERT_CONFIG_DIR: folder, CULVERT_PROFILE: 'home' })
    expect(await command.exited, command.stderr).toBe(0)
    const line = command.stdout.split('\n').find((each) => each.includes('former token'))
    expect(line).toBe(says?.replace('SERVER', server.url))
  })

  it('does not end tunnels that are open with the former token, and says that it stays valid', async () => {
    const { server, folder } = await startSignedIn()
    approve(server)
    const env = { CULVERT_CONFIG_DIR: folder }
    const tunnel = runCommand(['http', '3000'], env)
    ;(await server.nextSession()).welcome()
    await tunnel.until('Connected')
    const command = runCommand(['login', '--no-browser'], env)
    expect(await command.exited, command.stderr).toBe(0)
    expect(command.stdout).toContain('The former token is still valid. Tunnels on this machine may use it')
    expect(server.calls.map(({ operation }) => operation)).not.toContain('endOwnToken')
  })

  it('that cannot keep its token says so, and deletes the token at the server', async () => {
    const { server, folder } = await startSignedIn()
    approve(server)
    // It is a file.
    const env = { CULVERT_CONFIG_DIR: join(folder, 'sign-ins.json') }
    const command = runCommand(['login', '--no-browser', '--server', server.url], env)
    expect(await command.exited).toBe(2)
    expect(command.stderr).toBe(
      `The file ${folder}/sign-ins.json/sign-ins.json cannot be written.\nSomething on the path is a file.\n`,
    )
    expect(server.calls.at(-1)).toMatchObject({ operation: 'endOwnToken', authorization: `Bearer ${newToken}` })
  })
})

describe('a tunnel', () => {
  it('with a token and a profile that does not exist is refused, instead of sent to the default server', async () => {
    const { folder } = await startSignedIn()
    const env = { CULVERT_CONFIG_DIR: folder, CULVERT_AUTHTOKEN: authToken, CULVERT_PROFILE: 'none' }
    const command = runCommand(['http', '3000'], env)
    expect(await command.exited).toBe(3)
    expect(command.stderr.split('\n').slice(0, 2)).toEqual(['There is no profile "none".', 'There are: home, work.'])
  })
})
