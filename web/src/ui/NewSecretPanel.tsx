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
  /** Says that it must be copied now; by default, of a secret of which the server stores only the hash. */
  warning?: string
  /** Further explanation. */
  children?: ReactNode
  onDone: () => void
}

const shownOnce = 'Copy it now. It is shown only once: the server keeps nothing but its SHA-256 hash.'

/** Shows a new secret, this one time. */
export function NewSecretPanel(props: NewSecretPanelProps) {
  const { title, secret, label, warning = shownOnce, children, onDone } = props
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
        <Notice tone="warning">{warning}</Notice>
        {children}
      </Stack>
    </Panel>
  )
}
