import { describe, expect, it } from 'vitest'
import { Failure } from '../failure.ts'
import { readHttpConfig } from './http-config.ts'
import type { HttpOptions } from './http-config.ts'

const authtoken = `pk_${'a'.repeat(64)}`

function refuse(target: string, options: HttpOptions): Failure {
  try {
    readHttpConfig(target, options)
  } catch (error) {
    if (error instanceof Failure) return error
  }
  throw new Error('It was not refused')
}

describe('the configuration', () => {
  it('has defaults for everything but the AuthID', () => {
    expect(readHttpConfig('3000', { authtoken })).toEqual({
      target: expect.objectContaining({ url: 'http://localhost:3000' }),
      server: 'http://localhost:4000',
      authToken: authtoken,
      gateway: undefined,
      name: undefined,
      hostHeader: undefined,
      allowsAnyCertificate: false,
      connectionsMax: 512,
      streamsMax: 8_192,
    })
  })

  it('takes bounds for connections to the app', () => {
    expect(readHttpConfig('3000', { authtoken, maxConnections: '1', maxStreams: '65535' })).toMatchObject({
      connectionsMax: 1,
      streamsMax: 65_535,
    })
  })

  it.each([
    ['', 'http://localhost:4000'],
    ['https://culvert.example', 'https://culvert.example'],
    ['https://culvert.example/', 'https://culvert.example'],
    ['https://example.org/culvert/', 'https://example.org/culvert'],
  ])('takes %j as the server %s', (server, expected) => {
    expect(readHttpConfig('3000', { authtoken, server }).server).toBe(expected)
  })

  it.each([
    [undefined, undefined],
    [true, 'localhost:3000'],
    ['my.app', 'my.app'],
  ] as const)('takes the Host option %j as %j', (hostHeader, expected) => {
    expect(readHttpConfig('3000', { authtoken, hostHeader }).hostHeader).toBe(expected)
  })

  it('names every fault at once', () => {
    const failure = refuse('three', {
      server: 'culvert.example',
      gateway: 'demo',
      random: true,
      hostHeader: 'a b',
      maxConnections: '0',
      maxStreams: '1e3',
    })
    expect([failure.exitCode, failure.why.split('\n')]).toEqual([
      2,
      [
        'The first argument says what visitors reach. Expected a port (1 to 65535), host:port or http://host:port, got "three".',
        '--server or CULVERT_SERVER: expected an address such as http://localhost:4000, got "culvert.example".',
        '--random asks for a random hostname and --gateway for a reserved one: give one of the two.',
        '--host-header: expected a host such as localhost:3000, got "a b".',
        '--max-connections: expected a whole number from 1 to 65535, got "0".',
        '--max-streams: expected a whole number from 1 to 65535, got "1e3".',
      ],
    ])
  })

  it.each([undefined, ''])('without an AuthID (%j) is refused with the place to get one', (token) => {
    const failure = refuse('3000', { authtoken: token, server: 'https://culvert.example' })
    expect(failure).toMatchObject({
      exitCode: 3,
      message: 'There is no AuthID.',
      wayOut: 'Create one at https://culvert.example/admin/auth-id, then set CULVERT_AUTHTOKEN or pass --authtoken.',
    })
  })

  it('with what is no AuthID is refused without repeating it', () => {
    const failure = refuse('3000', { authtoken: 'my-secret-password' })
    expect(failure).toMatchObject({ exitCode: 3, message: 'What was given is not an AuthID.' })
    expect(JSON.stringify(failure)).not.toContain('my-secret')
  })
})
