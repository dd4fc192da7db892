import { describe, expect, it } from 'vitest'
import { parseName, toHarmlessName } from './names.ts'

const parse = (text: string) => parseName('name', 'Account name', text)

describe('parseName', () => {
  it.each([
    'J. R. Smith',
    'J.R. Smith',
    'J.R.R. Tolkien',
    'St. John',
    'St.John',
    'Acme Inc.',
    'Acme, Inc. (Berlin)',
    'Node.js Team',
    'ASP.NET Guild'.replace('.NET', ' .NET'),
    'Dr. No',
    'O’Neil-Söderström',
    '中村さくら',
    'محمد',
    'AC/DC',
    'Team 3.14',
    'v1.0.2',
    'Ada 🚀',
    "Ada's account",
    'and/or: all',
  ])('accepts %j', (name) => expect(parse(name)).toBe(name))

  it.each([
    'https://evil.example/x',
    'http://10.0.0.1',
    'hxxp://evil',
    '//evil.com',
    'evil.example/x',
    'evil.example',
    'www.evil',
    'Pay at www.evil.com now',
    'Acme.io',
    'acme.co.uk',
    'click bit.ly/3x',
    'foo.bar-baz/login',
    'ada@evil.com',
    'mailto:ada',
    'javascript:alert(1)',
    'evil．com',
    'evil。com',
    'пример.рф',
    'secret.onion',
    'EVIL.COM.',
    'host.notatld:8080',
  ])('refuses the address in %j', (name) => {
    expect(() => parse(name)).toThrow(/^Account name must not contain a web address: ".+" reads as one\./)
  })

  it.each([
    ['a line break', 'Ada\nBcc: x'],
    ['a NUL', 'Ada\u0000'],
    ['a bidi override', 'Ada\u202Egnp'],
    ['a bidi isolate', 'Ada\u2066'],
    ['a right-to-left mark', 'Ada\u200F!'],
    ['a zero-width space', 'evil\u200B.com'],
    ['a zero-width joiner', 'A\u200Dda'],
    ['a byte order mark', 'A\uFEFFda'],
    ['a soft hyphen', 'A\u00ADda'],
    ['a line separator', 'Ada\u2028x'],
    ['an invisible filler', '\u3164'],
    ['a lone surrogate', 'Ada\uD800'],
    ['a tag character', 'Ada\u{E0041}'],
  ])('refuses %s', (_what, name) => {
    expect(() => parse(name)).toThrow('Account name must not contain control, text direction or zero-width characters')
  })
})

it.each([
  ['https://evil.com/x Ada', 'https evil com x Ada'],
  ['See www.evil.com', 'See www evil com'],
  ['Ada\u202E\u200B Lovelace', 'Ada Lovelace'],
  ['Ada\r\nBcc: x@evil.com', 'Ada Bcc: x@evil com'],
  ['J. R. Smith', 'J. R. Smith'],
])('toHarmlessName shows an earlier name %j as %j', (name, shown) => expect(toHarmlessName(name)).toBe(shown))
