import { describe, expect, it } from 'vitest'
import { describeAction, describeChange } from './words.ts'

describe('an action in words', () => {
  it.each([
    ['gateway.created', 'Gateway created'],
    ['api_key.revoked', 'API key revoked'],
    ['auth_token.deleted', 'AuthID deleted'],
    ['machine_token.created', 'Machine token created'],
    ['command_line_sign_in.approved', 'Command-line sign-in approved'],
    ['domain.verification_requested', 'Domain verification requested'],
    ['domain.single_sign_on_set', 'Single sign-on of domain set up'],
    ['user.occupation_ended', 'Access by unverified address ended'],
    ['something_new.happened', 'Something new happened'],
  ])('%s is %s', (action, words) => {
    expect(describeAction(action)).toBe(words)
  })
})

describe('a change in words', () => {
  it.each([
    [{ field: 'role', from: '"viewer"', to: '"admin"' }, 'role: viewer → admin'],
    [{ field: 'scopes', from: 'null', to: '["READ_ACCOUNT","READ_USAGE"]' }, 'scopes: Read account, Read usage'],
    [{ field: 'requiresSecondFactor', from: 'false', to: 'true' }, 'requires second factor: no → yes'],
    [{ field: 'expiresAt', from: 'null', to: '"2026-12-31T17:30:00.000Z"' }, 'expires at: Dec 31, 2026, 5:30 PM'],
    [{ field: 'namespaceChangesCount', from: '0', to: '1' }, 'namespace changes count: 0 → 1'],
    [{ field: 'endedSessions', from: '[]', to: '["a","b"]' }, '2 sessions ended'],
  ])('%j is %s', (change, words) => {
    expect(describeChange(change)).toBe(words)
  })
})
