import { TextInput, type TextInputProps } from '@mantine/core'
import type { Invitation } from './useInvitation.ts'

/** Takes the email of an account; that of an invitation cannot be changed. */
export function InvitedEmailInput({ invitation, ...props }: { invitation: Invitation | undefined } & TextInputProps) {
  return <TextInput label="Email" type="email" autoComplete="username" disabled={invitation !== undefined} {...props} />
}
