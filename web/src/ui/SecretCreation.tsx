import { type ReactNode, useState } from 'react'
import { NewSecretPanel } from './NewSecretPanel.tsx'
import { Panel } from './Panel.tsx'

/** What the form for something with a secret is given. */
export interface SecretFormProps {
  onCreated: (created: Created) => void
  onCancel: () => void
}

interface Created {
  name: string
  secret: string
}

interface SecretCreationProps {
  title: string
  /** What the secret is, for example `API key`. */
  label: string
  /** Returns the title of the new secret. */
  secretTitle: (name: string) => string
  /** Explains the new secret. */
  explanation?: ReactNode
  /** Whether the form is open. */
  opened: boolean
  onClose: () => void
  /** Draws the form. */
  children: (form: SecretFormProps) => ReactNode
}

/** A form for something that has a secret, and then the secret, this one time. */
export function SecretCreation(props: SecretCreationProps) {
  const { title, label, secretTitle, explanation, opened, onClose, children } = props
  const [created, setCreated] = useState<Created>()
  const onCreated = (creation: Created) => {
    onClose()
    setCreated(creation)
  }
  return (
    <>
      {created && (
        <NewSecretPanel
          title={secretTitle(created.name)}
          secret={created.secret}
          label={label}
          onDone={() => setCreated(undefined)}
        >
          {explanation}
        </NewSecretPanel>
      )}
      {opened && <Panel title={title}>{children({ onCreated, onCancel: onClose })}</Panel>}
    </>
  )
}
