import { Confirmation } from './Confirmation.tsx'
import type { Invitation } from './useInvitation.ts'

interface WelcomeProps {
  firstName: string
  invitation: Invitation | undefined
  /** The page that it leads to. */
  to: string
}

/** Welcomes a person who has just signed up. */
export function Welcome({ firstName, invitation, to }: WelcomeProps) {
  return (
    <Confirmation title={`Welcome, ${firstName}`} to={to} afterMs={2000}>
      Your account is ready.{' '}
      {invitation &&
        `The invitation to ${invitation.accountName} is waiting under Identity & Access, where it appears once your email is verified. `}
      Taking you to the dashboard…
    </Confirmation>
  )
}
