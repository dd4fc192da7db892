import { authIdPlaceholder } from '../../ui/mask-secret.ts'

/** The default of the command's `--server`. */
const defaultServerUrl = 'http://localhost:4000'

interface AgentCommandOptions {
  /** The local port to expose. */
  port: string
  /** The AuthID's secret; a placeholder stands for it when it is not known here; null leaves it to CULVERT_AUTHTOKEN. */
  secret: string | null | undefined
  /** A gateway's name; a random hostname when left out. */
  gateway?: string
  serverUrl: string
}

/** The command that starts an agent. */
export function getAgentCommand({ port, secret = authIdPlaceholder, gateway, serverUrl }: AgentCommandOptions): string {
  const words = ['culvert http', port]
  if (secret !== null) words.push('--authtoken', secret)
  if (gateway) words.push('--gateway', gateway)
  if (serverUrl !== defaultServerUrl) words.push('--server', serverUrl)
  return words.join(' ')
}
