import { webPaths } from '@culvert/schema/web-paths'
import { Button, Code, Stack, Text } from '@mantine/core'
import type { AuthToken } from '../auth-tokens/AuthTokenPanel.tsx'
import { findSecret } from '../auth-tokens/secrets.ts'
import { useCreateAuthToken } from '../auth-tokens/useAuthTokenActions.ts'
import { LoginCommand } from '../install/LoginCommand.tsx'
import { useSite } from '../site/useSite.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SecretValue } from '../../ui/SecretValue.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

interface AuthenticateStepProps {
  accountId: string
  token: AuthToken | null
}

/** Signs the machine in; or, if no one can approve that, creates the AuthID and explains how to use it. */
export function AuthenticateStep({ accountId, token }: AuthenticateStepProps) {
  const serverUrl = useSite()?.serverUrl ?? location.origin
  return (
    <Stack gap="sm">
      <LoginCommand />
      <Disclosure title="With an AuthID instead, for example in CI" opened={token !== null}>
        <Stack gap="sm" align="flex-start">
          <OwnAuthId accountId={accountId} token={token} />
          <Text size="sm" c="dimmed">
            Set <Code>CULVERT_AUTHTOKEN</Code> to it, and <Code>CULVERT_SERVER</Code> to <Code>{serverUrl}</Code>.
          </Text>
        </Stack>
      </Disclosure>
    </Stack>
  )
}

/** Creates the AuthID, or shows it if this browser has its secret. */
function OwnAuthId({ accountId, token }: AuthenticateStepProps) {
  const create = useCreateAuthToken(accountId)
  if (!token) {
    return (
      <>
        {create.errorText && <Notice tone="danger">{create.errorText}</Notice>}
        <Button variant="default" loading={create.pending} onClick={() => void create.create()}>
          Create AuthID Token
        </Button>
      </>
    )
  }
  const secret = findSecret(token.id)
  if (secret) return <SecretValue secret={secret} label="AuthID" />
  return (
    <Text size="sm">
      You have an AuthID, but its secret is in another browser. <TextLink to={webPaths.authId}>Regenerate it</TextLink>{' '}
      to use it from here.
    </Text>
  )
}
