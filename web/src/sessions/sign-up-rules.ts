import { isNotEmpty, matchesField, type FormRulesRecord } from '@mantine/form'

/** The sign-up form's fields. */
export interface SignUpValues {
  firstName: string
  lastName: string
  email: string
  password: string
  confirmPassword: string
  acceptTerms: boolean
}

const passwordLengthMin = 6

/** What the form checks before it asks the server, which checks it all again. */
export const signUpRules: FormRulesRecord<SignUpValues> = {
  firstName: isNotEmpty('Enter your first name'),
  lastName: isNotEmpty('Enter your last name'),
  email: isNotEmpty('Enter your email'),
  password: (value) =>
    value.length < passwordLengthMin ? `Password must be at least ${passwordLengthMin} characters long` : null,
  confirmPassword: matchesField('password', 'Passwords do not match'),
  acceptTerms: (value) => (value ? null : 'You must agree to the Terms of Service and Privacy Policy'),
}
