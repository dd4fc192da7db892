import { describe, expect, it } from 'vitest'
import { HelloReader } from './hello-reader.ts'
import { encodeHello } from './messages.ts'
import { frame } from './testing/raw-peer.ts'
import { hello } from './testing/sessions.ts'

describe('HelloReader', () => {
  const bytes = frame(1, 0, encodeHello({ ...hello, resume: null, features: [] }, 1_024).toString('latin1'))

  it('finds HELLO in bytes that are cut anywhere, and knows it as soon as it is whole', () => {
    const reader = new HelloReader()
    for (const byte of bytes.subarray(0, -1)) expect(reader.push(Buffer.of(byte))).toBeUndefined()
    expect(reader.push(bytes.subarray(-1))).toMatchObject({ ticket: 'ticket', client: 'test/1' })
  })

  it.each([
    ['another frame', frame(9, 0, '12345678')],
    ['the bytes of a body', frame(5, 1, 'x')],
    ['no frame at all', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ])('refuses %s', (_what, other) => {
    expect(() => new HelloReader().push(other)).toThrow('expected')
  })
})
