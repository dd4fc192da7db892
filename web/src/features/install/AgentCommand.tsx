import { useSite } from '../site/useSite.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { maskSecret } from '../../ui/mask-secret.ts'
import { getAgentCommand } from './agent-command.ts'

interface AgentCommandProps {
  /** The local port to expose. */
  port?: string
  /** Undefined where it is not known; null where the command finds it in CULVERT_AUTHTOKEN. */
  secret: string | null | undefined
  /** A gateway's name; a random hostname when left out. */
  gateway?: string
}

/** The command that starts an agent, with the secret masked on screen and whole in the clipboard. */
export function AgentCommand({ port = '3000', secret, gateway }: AgentCommandProps) {
  const serverUrl = useSite()?.serverUrl ?? location.origin
  const options = { port, gateway, serverUrl }
  return (
    <CodeBlock
      command={getAgentCommand({ ...options, secret })}
      shown={getAgentCommand({ ...options, secret: secret && maskSecret(secret) })}
    />
  )
}
