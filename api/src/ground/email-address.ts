import { badInput } from './errors.ts'

/** RFC 5321, section 4.5.3.1.3, without the angle brackets. */
const lengthMax = 254

/** Parses an e-mail address, and returns it in lowercase. `field` is the input's name. */
export function parseEmail(text: string, field = 'email'): string {
  const email = text.trim().toLowerCase()
  if (email === '') throw badInput(field, 'Email is required')
  if (email.length > lengthMax || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw badInput(field, 'Invalid email format')
  }
  return email
}
