import { useApolloClient } from '@apollo/client/react'
import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { getErrorText } from '../../graphql/errors.ts'
import { Notice } from '../../ui/Notice.tsx'
import { confirmInWindow } from '../identities/confirmation.ts'
import type { Provider } from '../identities/providers.ts'

interface ProviderConfirmationProps {
  /** The providers that the reader has linked. */
  providers: readonly Provider[]
  /** Called with the assertion of the chosen provider. */
  onWord: (word: string) => Promise<void>
}

/** Asks providers to confirm who the reader is. Each can be asked again, because nothing reports that its window was closed. */
export function ProviderConfirmation({ providers, onWord }: ProviderConfirmationProps) {
  const client = useApolloClient()
  const [asked, setAsked] = useState<Provider>()
  const [errorText, setErrorText] = useState<string>()
  const asking = useRef<AbortController>(null)
  useEffect(() => () => asking.current?.abort(), [])

  const ask = async (provider: Provider) => {
    asking.current?.abort()
    const controller = new AbortController()
    asking.current = controller
    setAsked(provider)
    setErrorText(undefined)
    try {
      await onWord(await confirmInWindow(client, provider, controller.signal))
    } catch (error) {
      if (controller.signal.aborted) return
      setErrorText(getErrorText(error, error instanceof Error ? error.message : undefined))
    }
    setAsked(undefined)
  }

  return (
    <>
      {providers.map((provider) => (
        <Button key={provider.id} variant="default" onClick={() => void ask(provider)}>
          Confirm by {provider.label}
        </Button>
      ))}
      {asked && (
        <Text component="output" size="sm" c="dimmed">
          Continue in the window of {asked.label}. If you closed it, press the button again.
        </Text>
      )}
      {errorText && <Notice tone="danger">{errorText}</Notice>}
    </>
  )
}
