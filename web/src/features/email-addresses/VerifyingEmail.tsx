import { Button, Text } from '@mantine/core'
import { graphql } from '../../graphql/generated/gql.ts'
import { useAction } from '../../graphql/useAction.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useOnce } from '../../ui/useOnce.ts'

const verifyEmailMutation = graphql(`
  mutation VerifyEmailPage_VerifyEmail($input: VerifyEmailInput!) {
    verifyEmail(input: $input) {
      user {
        id
        email
        emailVerifiedAt
      }
    }
  }
`)

interface VerifyingEmailProps {
  token: string
  email: string
  /** Whether it replaces the person's current address. */
  isChange: boolean
  verified: boolean
  onVerified: () => void
}

/** Verifies the signed-in person's address as soon as it is shown. */
export function VerifyingEmail({ token, email, isChange, verified, onVerified }: VerifyingEmailProps) {
  const { run, errorText, pending } = useAction(verifyEmailMutation)
  const verify = async () => {
    if (await run({ input: { token } })) onVerified()
  }
  useOnce(() => void verify())

  if (verified) {
    return (
      <Notice tone="positive">
        {isChange
          ? `${email} is your address now. You sign in with it from now on.`
          : `${email} is verified. Your invitations are under Identity & Access.`}
      </Notice>
    )
  }
  if (errorText) {
    return (
      <>
        <Notice tone="danger">{errorText}</Notice>
        <Button loading={pending} onClick={() => void verify()}>
          Try again
        </Button>
      </>
    )
  }
  return <Text component="output">Verifying {email}…</Text>
}
