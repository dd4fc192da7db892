import { describe, expect, it } from 'vitest'
import { hasBehavior, prefillIssue } from './issue-prefill.ts'

describe('the form of an issue', () => {
  it('is a bug of medium priority when the address says nothing', () => {
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

  it('takes over every query of the address', () => {
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

  it('does not take over a type or priority that there is not', () => {
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
  ] as const)('asks of a %s for steps and behaviour: %s', (type, asks) => {
    expect(hasBehavior(type)).toBe(asks)
  })
})
