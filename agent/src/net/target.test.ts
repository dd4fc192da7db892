import { describe, expect, it } from 'vitest'
import { parseTarget } from './target.ts'

describe('a target', () => {
  it.each([
    ['3000', 'http:', 'localhost', 3000, 'http://localhost:3000', 'localhost:3000'],
    ['localhost:3000', 'http:', 'localhost', 3000, 'http://localhost:3000', 'localhost:3000'],
    ['127.0.0.1:80', 'http:', '127.0.0.1', 80, 'http://127.0.0.1', '127.0.0.1'],
    ['[::1]:3000', 'http:', '::1', 3000, 'http://[::1]:3000', '[::1]:3000'],
    ['http://My.App:8080/', 'http:', 'my.app', 8080, 'http://my.app:8080', 'my.app:8080'],
    ['http://192.168.1.5', 'http:', '192.168.1.5', 80, 'http://192.168.1.5', '192.168.1.5'],
    ['https://localhost', 'https:', 'localhost', 443, 'https://localhost', 'localhost'],
  ])('may be written as %s', (text, protocol, host, port, url, authority) => {
    expect(parseTarget(text)).toEqual({ protocol, host, port, url, authority })
  })

  it.each([
    '',
    '0',
    '70000',
    'localhost',
    'three',
    'http://',
    'ftp://localhost:3000',
    'http://localhost:3000/path',
    'http://a:b@localhost:1',
    'localhost:3000?x',
  ])('cannot be %j', (text) => {
    expect(parseTarget(text)).toBeUndefined()
  })
})
