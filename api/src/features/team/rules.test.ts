import { expect, it } from 'vitest'
import {
  atInstant,
  canLeave,
  checkAddressee,
  makeInviteToken,
  parseMemberRole,
  toInviteUrl,
  type Invite,
} from './rules.ts'

const expiresAt = new Date('2026-03-08T12:00:00Z')
const invite: Invite = {
  id: 'invite',
  accountId: 'account',
  email: 'ada@example.com',
  role: 'viewer',
  invitedBy: null,
  token: 'inv_secret',
  status: 'pending',
  expiresAt,
  createdAt: new Date('2026-03-01T12:00:00Z'),
  updatedAt: new Date('2026-03-01T12:00:00Z'),
}

it.each([
  ['pending', -1, 'pending'],
  ['pending', 0, 'expired'],
  ['accepted', 1, 'accepted'],
  ['declined', 1, 'declined'],
] as const)('a stored %s invitation %i ms past its expiry is shown as %s', (status, ms, shown) => {
  expect(atInstant({ ...invite, status }, new Date(expiresAt.getTime() + ms)).status).toBe(shown)
})

it('invitation tokens are secrets of 256 bits that need no escaping in a link', () => {
  const tokens = new Set(Array.from({ length: 100 }, makeInviteToken))
  expect(tokens.size).toBe(100)
  for (const token of tokens) {
    expect(token).toMatch(/^inv_[\w-]{43}$/)
    expect(toInviteUrl('https://c.example', token)).toBe(`https://c.example/signup?invite_token=${token}`)
  }
})

it('an invitation can be answered by the invited address only, regardless of case', () => {
  expect(() => checkAddressee(invite, { email: 'Ada@Example.com' })).not.toThrow()
  for (const email of ['eve@example.com', null]) {
    expect(() => checkAddressee(invite, { email })).toThrow('Email address must match the invitation')
  }
})

it('a member can be given the roles viewer and admin only', () => {
  expect([parseMemberRole('viewer'), parseMemberRole('admin')]).toEqual(['viewer', 'admin'])
  expect(() => parseMemberRole('super_admin')).toThrow('The role must be viewer or admin.')
})

it.each([
  ['viewer', 1, true],
  ['admin', 1, true],
  ['super_admin', 1, false],
  ['super_admin', 2, true],
] as const)('a %s may leave an account with %i super_admins: %s', (role, count, may) => {
  expect(canLeave(role, count)).toBe(may)
})
