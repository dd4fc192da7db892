import { webPaths } from '@culvert/schema/web-paths'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { AuthToken } from '../auth-tokens/AuthTokenPanel.tsx'
import { findSecret } from '../auth-tokens/secrets.ts'
import { useCreateAuthToken } from '../auth-tokens/useAuthTokenActions.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SecretValue } from '../../ui/SecretValue.tsx'

interface AuthenticateStepProps {
  accountId: string
  token: AuthToken | null
}

/** Creates the AuthID, or shows it where this browser has its secret. */
export function AuthenticateStep({ accountId, token }: AuthenticateStepProps) {
  const create = useCreateAuthToken(accountId)
  if (!token) {
    return (
      <Stack align="flex-start">
        {create.errorText && <Notice tone="danger">{create.errorText}</Notice>}
        <Button loading={create.pending} onClick={() => void create.create()}>
          Create AuthID Token
        </Button>
      </Stack>
    )
  }
  const secret = findSecret(token.id)
  if (secret) return <SecretValue secret={secret} label="AuthID" />
  return (
    <Text size="sm">
      You have an AuthID, but its secret is in another browser.{' '}
      <Anchor component={Link} to={webPaths.authId}>
        Regenerate it
      </Anchor>{' '}
      to use it from here.
    </Text>
  )
}
