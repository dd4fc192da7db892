import { describe, expect, it } from 'vitest'
import { toDomain } from './to-domain.ts'

describe('toDomain', () => {
  it.each([
    ['https://foo.example.com/path', 'foo.example.com'],
    ['HTTPS://User:Secret@Foo.Example.com:8443/path?query#part', 'foo.example.com'],
    [' foo.example.com', 'foo.example.com'],
    ['Not a', 'not a'],
    ['not ', 'not '],
    ['foo.example.com:3000', 'foo.example.com'],
    ['https://foo.example.com./', 'foo.example.com'],
    ['foo.example.com/', 'foo.example.com'],
    ['ada@example.com', 'example.com'],
    ['//foo.example.com/x', 'foo.example.com'],
    ['Dev.Example.COM', 'dev.example.com'],
    ['dev.', 'dev.'],
    ['bücher.example', 'bücher.example'],
  ])('turns %s into %s', (entered, domain) => {
    expect(toDomain(entered)).toBe(domain)
  })
})
