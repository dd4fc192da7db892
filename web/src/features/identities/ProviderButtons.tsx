import { Button, Stack } from '@mantine/core'
import { Notice } from '../../ui/Notice.tsx'
import type { Errand } from './errands.ts'
import { useSignInProviders } from './providers.ts'
import { useErrand } from './useErrand.ts'

interface ProviderButtonsProps {
  /** Called when a button is pressed. */
  getErrand: () => Omit<Errand, 'purpose'>
}

/** Links to the installation's providers, to sign in or up. Renders nothing if there are none. */
export function ProviderButtons({ getErrand }: ProviderButtonsProps) {
  const providers = useSignInProviders()
  const errand = useErrand('SIGN_IN')
  if (providers.length === 0) return null
  return (
    <Stack gap="sm">
      {providers.map(({ id, label }) => (
        <Button key={id} variant="default" loading={errand.leavingTo === id} onClick={() => errand.go(id, getErrand())}>
          Continue with {label}
        </Button>
      ))}
      {errand.errorText && <Notice tone="danger">{errand.errorText}</Notice>}
    </Stack>
  )
}
