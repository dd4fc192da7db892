import { termsNotAccepted } from '@culvert/schema/complaints'
import { isNotEmpty, matchesField, type FormRulesRecord } from '@mantine/form'
import { checkNewPassword } from './password-rules.ts'

/** The sign-up form's fields. */
export interface SignUpValues {
  firstName: string
  lastName: string
  email: string
  password: string
  confirmPassword: string
  acceptTerms: boolean
}

/** What the form checks before it asks the server, which checks it all again. The e-mail may be bound to an invitation. */
export const signUpRules: Omit<FormRulesRecord<SignUpValues>, 'email'> = {
  firstName: isNotEmpty('Enter your first name'),
  lastName: isNotEmpty('Enter your last name'),
  password: checkNewPassword,
  confirmPassword: matchesField('password', 'Passwords do not match'),
  acceptTerms: (value) => (value ? null : termsNotAccepted),
}
