import { ActionIcon, Group } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { IconHide, IconShow } from './icons.ts'
import { maskSecret } from './mask-secret.ts'
import classes from './SecretValue.module.css'

interface SecretValueProps {
  secret: string
  /** What it is, for example `AuthID`. */
  label: string
}

/** A secret, masked until the eye button is pressed. Copying works either way; if the browser refuses, the secret is shown, to be selected. */
export function SecretValue({ secret, label }: SecretValueProps) {
  const [shown, setShown] = useState(false)
  const ToggleIcon = shown ? IconHide : IconShow
  const toggleLabel = `${shown ? 'Hide' : 'Show'} ${label}`
  return (
    <fieldset className={classes.root} aria-label={label}>
      <code className={classes.value}>{shown ? secret : maskSecret(secret)}</code>
      <Group component="span" gap="0.125rem" wrap="nowrap" flex="none">
        <ActionIcon
          size="md"
          aria-label={toggleLabel}
          title={toggleLabel}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <ToggleIcon size={16} aria-hidden />
        </ActionIcon>
        <CopyButton value={secret} label={label} size="md" onRefused={() => setShown(true)} />
      </Group>
    </fieldset>
  )
}
