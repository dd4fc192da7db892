import { TextInput, type TextInputProps } from '@mantine/core'
import type { FactorKind } from '../../graphql/generated/graphql.ts'

interface CodeFieldProps extends TextInputProps {
  /** The second factors of the person typing. */
  factors: readonly FactorKind[]
}

/** Takes the code of an authenticator app, or a recovery code. */
export function CodeField({ factors, ...props }: CodeFieldProps) {
  const description = factors.includes('TOTP')
    ? 'The 6 digits that your authenticator app shows, or a recovery code.'
    : 'One of your recovery codes.'
  return (
    <TextInput
      label="Code"
      description={description}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}
