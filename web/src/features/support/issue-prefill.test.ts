import { describe, expect, it } from 'vitest'
import { hasBehavior, prefillIssue } from './issue-prefill.ts'

describe('the issue form', () => {
  it('defaults to a bug of medium priority', () => {
    expect(prefillIssue(new URLSearchParams())).toEqual({
      type: 'bug',
      title: '',
      description: '',
      priority: 'medium',
      stepsToReproduce: '',
      expectedBehavior: '',
      actualBehavior: '',
      environment: '',
      version: '',
      email: '',
    })
  })

  it('is prefilled from the query parameters', () => {
    const query =
      'type=security&title=A%20title&description=What&priority=critical&environment=Ubuntu&version=1.0.2&email=a%40b.example'
    expect(prefillIssue(new URLSearchParams(query))).toMatchObject({
      type: 'security',
      title: 'A title',
      description: 'What',
      priority: 'critical',
      environment: 'Ubuntu',
      version: '1.0.2',
      email: 'a@b.example',
    })
  })

  it('ignores an unknown type or priority', () => {
    expect(prefillIssue(new URLSearchParams('type=joke&priority=constructor'))).toMatchObject({
      type: 'bug',
      priority: 'medium',
    })
  })

  it.each([
    ['bug', true],
    ['security', true],
    ['feature', false],
    ['improvement', false],
  ] as const)('asks for steps and behaviour of a %s: %s', (type, asks) => {
    expect(hasBehavior(type)).toBe(asks)
  })
})
