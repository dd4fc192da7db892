import { termsNotAccepted } from '@culvert/schema/validation-messages'
import { getDomainWithoutSuffix } from 'tldts'
import type { SignUpInput } from '../../generated/schema.ts'
import { badInput } from '../../ground/errors.ts'
import { parseName } from '../../ground/names.ts'
import { checkPassword, type Identifier, parseIdentifier } from '../users/rules.ts'

/** A sign-up that passed validation. */
export interface NewUser extends Identifier {
  firstName: string
  lastName: string
  password: string
}

/** Validates a sign-up in the order of the form's fields. */
export function parseSignUp(input: SignUpInput): NewUser {
  const firstName = parseName('firstName', 'First name', input.firstName)
  const lastName = parseName('lastName', 'Last name', input.lastName)
  const identifier = parseIdentifier(input)
  checkPassword('password', input.password)
  if (!input.acceptTerms) {
    throw badInput('acceptTerms', termsNotAccepted)
  }
  return { firstName, lastName, ...identifier, password: input.password }
}

/** Parses a first and a last name in one; without one, they are made from the words of the address. */
export function parseFullName(text: string | undefined, email: string): Pick<NewUser, 'firstName' | 'lastName'> {
  const [first = '', ...rest] = text === undefined ? listWords(email) : text.trim().split(/\s+/)
  if (text !== undefined && rest.length === 0) {
    throw badInput('name', 'Give a first and a last name, such as "Ada Lovelace".')
  }
  return {
    firstName: parseName('name', 'First name', first),
    lastName: parseName('name', 'Last name', rest.join(' ')),
  }
}

/** "ada.lovelace@example.com" gives Ada Lovelace, "ada@example.com" Ada Example. */
function listWords(email: string): string[] {
  const [mailbox = '', host = ''] = email.split('@')
  const words = mailbox.replace(/\+.*/, '').split(/[._-]+/)
  const named = words.filter((word) => word !== '')
  if (named.length < 2) named.push(getDomainWithoutSuffix(host) ?? host.replace(/\..*/, ''))
  return named.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
}
