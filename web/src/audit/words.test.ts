import { describe, expect, it } from '@jest/globals'
import { describeAction } from './words.ts'

describe('an action in words', () => {
  it.each([
    ['gateway.created', 'Gateway created'],
    ['api_key.revoked', 'API key revoked'],
    ['auth_token.deleted', 'AuthID deleted'],
    ['domain.verification_requested', 'Domain verification requested'],
    ['something_new.happened', 'Something new happened'],
  ])('%s is %s', (action, words) => {
    expect(describeAction(action)).toBe(words)
  })
})
