import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CloseCode } from 'graphql-ws'
import { AppError, errorCodes } from './errors.ts'

const document = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')

describe('docs/errors.md', () => {
  it.each(errorCodes)('has an entry for %s that says what to do and that the error links to', (code) => {
    const entry = new RegExp(`^## ${code}\\n([^]*?)(?=^## )`, 'm').exec(document)?.[1]
    expect(entry).toContain('**What to do.**')
    // A heading's anchor is its text in lowercase.
    expect(new AppError(code, 'a message').extensions.docs).toBe(`/docs/errors#${code.toLowerCase()}`)
  })

  it('has entries for all error codes in their order, and for nothing else', () => {
    const entries = [...document.matchAll(/^## ([A-Z_]+)$/gm)].map(([, code]) => code)
    expect(entries).toEqual(errorCodes)
  })

  it.each([CloseCode.BadRequest, CloseCode.Unauthorized, CloseCode.Forbidden, CloseCode.InternalServerError])(
    'lists the close code %s',
    (code) => {
      expect(document).toContain(`| ${code} |`)
    },
  )
})
