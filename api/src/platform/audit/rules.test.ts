import { describe, expect, it } from 'vitest'
import { checkAuditQuery, checkNoSecrets, listChanges } from './rules.ts'

describe('checkNoSecrets', () => {
  it.each(['password', 'passwordHash', 'clientSecret', 'token', 'verificationToken', 'keyHash'])(
    'refuses the field "%s"',
    (field) => {
      expect(() => checkNoSecrets({ [field]: { from: null, to: 'x' } })).toThrow(
        `The audit log keeps no secrets, but was given the field "${field}".`,
      )
    },
  )

  it.each(['name', 'namespace', 'role', 'tokenId'])('accepts the field "%s"', (field) => {
    expect(() => checkNoSecrets({ [field]: { from: null, to: 'x' } })).not.toThrow()
  })
})

describe('listChanges', () => {
  const before = { name: 'Ada', namespace: 'ada' }

  it('returns the fields that differ, with both values', () => {
    expect(listChanges(['name', 'namespace'], before, { ...before, name: 'Grace' })).toEqual({
      name: { from: 'Ada', to: 'Grace' },
    })
  })

  it('returns null if nothing differs', () => {
    expect(listChanges(['name'], before, before)).toBeNull()
  })
})

describe('checkAuditQuery', () => {
  const now = new Date('2026-03-01T12:00:00Z')

  it.each([
    [{ page: 0, pageSize: 25 }, 'page', 'page must be a number from 1 to 1000000, not 0'],
    [{ page: 1, pageSize: 0 }, 'pageSize', 'pageSize must be a number from 1 to 200, not 0'],
    [{ page: 1, pageSize: 201 }, 'pageSize', 'pageSize must be a number from 1 to 200, not 201'],
    [
      { page: 1, pageSize: 25, from: now, to: now },
      'to',
      'to must be later than from: 2026-03-01T12:00:00.000Z is not after 2026-03-01T12:00:00.000Z',
    ],
  ])('refuses %j', (query, field, message) => {
    expect(() => checkAuditQuery(query)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', field, message }))
  })
})
