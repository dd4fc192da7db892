import { termsNotAccepted } from '@culvert/schema/complaints'
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
