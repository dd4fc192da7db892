import { webPaths } from '@culvert/schema/web-paths'
import { Text } from '@mantine/core'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { TextLink } from '../../ui/TextLink.tsx'

interface AgentCommandProps {
  /** The local port to expose. */
  port?: string
  /** A gateway's name; a random hostname when left out. */
  gateway?: string
  /** Leaves out how a machine learns about this server, because that is already beside the command. */
  bare?: boolean
}

/** The command that starts an agent on a signed-in machine. */
export function AgentCommand({ port = '3000', gateway, bare = false }: AgentCommandProps) {
  const command = `culvert http ${port}`
  return (
    <>
      <CodeBlock command={gateway === undefined ? command : `${command} --gateway ${gateway}`} />
      {!bare && (
        <Text size="xs" c="dimmed" mt="xs">
          On a machine that was never signed in,{' '}
          <TextLink to={webPaths.authId} size="xs">
            sign it in
          </TextLink>{' '}
          first.
        </Text>
      )}
    </>
  )
}
