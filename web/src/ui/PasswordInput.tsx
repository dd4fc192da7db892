import { PasswordInput as MantinePasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password's field, whose button to show it is named after it: a form may have several. */
export function PasswordInput({ label, ...props }: PasswordInputProps & { label: string }) {
  return (
    <MantinePasswordInput
      label={label}
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide "${label}"` }}
      {...props}
    />
  )
}
