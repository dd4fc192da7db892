import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Initials } from '../ui/Initials.tsx'

interface UserMenuTargetProps extends ComponentProps<'button'> {
  fullName: string
}

/** The button of the user's menu. */
export function UserMenuTarget({ fullName, ...props }: UserMenuTargetProps) {
  return (
    <UnstyledButton bdrs="xl" {...props}>
      <Initials name={fullName} />
      <VisuallyHidden>Account menu of {fullName}</VisuallyHidden>
    </UnstyledButton>
  )
}
