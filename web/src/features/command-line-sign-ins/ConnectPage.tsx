import { Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { Screen } from '../site/Screen.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useParameter } from '../../ui/useParameter.ts'
import { WaitingSignIn } from './WaitingSignIn.tsx'
import { Form } from '../../ui/Form.tsx'

interface ConnectPageProps {
  /** Leaves the dashboard for a URL. */
  leave?: (url: string) => void
}

/** Lets a command line act for the viewer: the page that `culvert login` opens, or whose address it shows beside a code. */
export function ConnectPage({ leave = (url) => location.assign(url) }: ConnectPageProps) {
  const [code, setCode] = useParameter('code')

  return (
    <Screen
      title="Connect a machine"
      description="A machine that you connect opens tunnels as you, in the account that you choose."
    >
      {code === undefined ? (
        <Panel title="Enter the code">
          <Text size="sm" mb="md">
            <code>culvert login</code> shows it on the machine that you want to connect.
          </Text>
          <CodeForm onEntered={(entered) => setCode(entered)} />
        </Panel>
      ) : (
        <WaitingSignIn key={code} code={code} leave={leave} onOtherCode={() => setCode(undefined)} />
      )}
    </Screen>
  )
}

/** Asks for the code that a command line shows. */
function CodeForm({ onEntered }: { onEntered: (code: string) => void }) {
  const form = useForm({ initialValues: { code: '' }, validate: { code: isNotEmpty('Enter the code') } })
  const submit = form.onSubmit(({ code }) => onEntered(code.trim()))
  return (
    <Form onSubmit={submit} submitLabel="Continue" requested>
      <TextInput
        label="Code"
        placeholder="XXXX-XXXX"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maw="16rem"
        {...form.getInputProps('code')}
      />
    </Form>
  )
}
