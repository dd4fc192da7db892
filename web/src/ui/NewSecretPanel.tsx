import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from './Notice.tsx'
import { Panel } from './Panel.tsx'
import { SecretValue } from './SecretValue.tsx'

interface NewSecretPanelProps {
  title: string
  secret: string
  /** What it is, for example `API key`. */
  label: string
  /** Further explanation. */
  children?: ReactNode
  onDone: () => void
}

/** Shows a new secret, of which the server stores only the hash. */
export function NewSecretPanel({ title, secret, label, children, onDone }: NewSecretPanelProps) {
  return (
    <Panel
      title={title}
      aside={
        <Button variant="default" size="xs" onClick={onDone}>
          Done
        </Button>
      }
    >
      <Stack>
        <SecretValue secret={secret} label={label} />
        <Notice tone="warning">
          Copy it now. It is shown only once: the server keeps nothing but its SHA-256 hash.
        </Notice>
        {children}
      </Stack>
    </Panel>
  )
}
