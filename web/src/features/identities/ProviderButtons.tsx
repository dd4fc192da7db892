import { Button, Stack } from '@mantine/core'
import { Notice } from '../../ui/Notice.tsx'
import type { PendingRedirect } from './pending-redirect.ts'
import { useSignInProviders } from './providers.ts'
import { useProviderRedirect } from './useProviderRedirect.ts'

interface ProviderButtonsProps {
  /** Called when a button is pressed. */
  getPendingRedirect: () => Omit<PendingRedirect, 'purpose'>
}

/** Links to the installation's providers, to sign in or up. Renders nothing if there are none. */
export function ProviderButtons({ getPendingRedirect }: ProviderButtonsProps) {
  const providers = useSignInProviders()
  const redirect = useProviderRedirect('SIGN_IN')
  if (providers.length === 0) return null
  return (
    <Stack gap="sm">
      {providers.map(({ id, label }) => (
        <Button
          key={id}
          variant="default"
          loading={redirect.leavingTo === id}
          onClick={() => redirect.go(id, getPendingRedirect())}
        >
          Continue with {label}
        </Button>
      ))}
      {redirect.errorText && <Notice tone="danger">{redirect.errorText}</Notice>}
    </Stack>
  )
}
