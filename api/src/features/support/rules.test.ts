import { describe, expect, it } from 'vitest'
import type { ContactFormInput, IssueFormInput, SendContactRequestInput } from '../../generated/schema.ts'
import { parseContactRequest } from './rules.ts'

const now = new Date('2026-03-01T12:00:00.000Z')
const arrival = { userAgent: 'Browser/1', now }

const contact: ContactFormInput = {
  name: ' Ada ',
  email: 'Ada@Example.com',
  subject: 'Hello',
  category: 'general',
  message: 'First line\n\nSecond line ',
}
const issue: IssueFormInput = {
  title: 'It breaks',
  type: 'bug',
  priority: 'high',
  description: 'Always',
  email: 'ada@example.com',
}

const parse = (input: SendContactRequestInput) => parseContactRequest(input, arrival)

describe('a contact form', () => {
  it("is stored under the specification's keys, in the form's order, with the user agent and the time", () => {
    const { formData, ...rest } = parse({ type: 'contact', page: '/contact', source: 'contact_form', contact })
    expect(rest).toEqual({ type: 'contact', page: '/contact', source: 'contact_form' })
    expect(Object.entries(formData)).toEqual([
      ['name', 'Ada'],
      ['email', 'ada@example.com'],
      ['subject', 'Hello'],
      ['category', 'general'],
      ['message', 'First line\n\nSecond line'],
      ['userAgent', 'Browser/1'],
      ['timestamp', '2026-03-01T12:00:00.000Z'],
    ])
  })

  it('keeps the user agent and the time that the browser sent, the former cut to 512 characters', () => {
    const sent = new Date('2026-02-28T12:00:00.000Z')
    const { formData } = parse({
      type: 'contact',
      contact: { ...contact, userAgent: 'x'.repeat(600), timestamp: sent },
    })
    expect(formData).toMatchObject({ userAgent: 'x'.repeat(512), timestamp: sent.toISOString() })
  })

  it.each<[Partial<ContactFormInput>, string, string]>([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: 'a'.repeat(101) }, 'name', 'Name must be at most 100 characters long'],
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'ada@example' }, 'email', 'Invalid email format'],
    [{ email: 'a@b.c\r\nBcc: x@y.z' }, 'email', 'Invalid email format'],
    [{ subject: '' }, 'subject', 'Subject is required'],
    [{ subject: 'a'.repeat(201) }, 'subject', 'Subject must be at most 200 characters long'],
    [{ message: '\n' }, 'message', 'Message is required'],
    [{ message: 'a'.repeat(10_001) }, 'message', 'Message must be at most 10000 characters long'],
    [{ message: 'a\0b' }, 'message', 'Message must not have a NUL character'],
  ])('is refused with %j', (change, field, message) => {
    expect(() => parse({ type: 'contact', contact: { ...contact, ...change } })).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', field, message }),
    )
  })
})

describe('an issue form', () => {
  it('omits fields that were left empty', () => {
    const given = {
      ...issue,
      stepsToReproduce: '1. Start',
      expectedBehavior: ' ',
      actualBehavior: null,
      version: '1.0.2',
    }
    const { page, source, formData } = parse({
      type: 'issue',
      issue: { ...given, url: 'https://c.example/report-issue' },
    })
    expect({ page, source }).toEqual({ page: null, source: null })
    expect(formData).toEqual({
      title: 'It breaks',
      type: 'bug',
      priority: 'high',
      description: 'Always',
      stepsToReproduce: '1. Start',
      version: '1.0.2',
      email: 'ada@example.com',
      userAgent: 'Browser/1',
      timestamp: '2026-03-01T12:00:00.000Z',
      url: 'https://c.example/report-issue',
    })
  })

  it.each<[Partial<IssueFormInput>, string, string]>([
    [{ title: '' }, 'title', 'Title is required'],
    [{ description: '' }, 'description', 'Description is required'],
    [{ email: 'x' }, 'email', 'Invalid email format'],
    [{ environment: 'a'.repeat(501) }, 'environment', 'Environment must be at most 500 characters long'],
    [{ version: 'a'.repeat(51) }, 'version', 'Version must be at most 50 characters long'],
    [{ url: 'a'.repeat(2_001) }, 'url', 'Address of the page must be at most 2000 characters long'],
  ])('is refused with %j', (change, field, message) => {
    expect(() => parse({ type: 'issue', issue: { ...issue, ...change } })).toThrow(
      expect.objectContaining({ field, message }),
    )
  })
})

it.each<[string, SendContactRequestInput]>([
  ['without a type', { contact }],
  ['without a form', { type: 'contact' }],
  ["with another type's form", { type: 'contact', issue }],
  ['with both forms', { type: 'issue', contact, issue }],
])('a request %s is refused', (_case, input) => {
  expect(() => parse(input)).toThrow('Type and form_data are required fields')
})
