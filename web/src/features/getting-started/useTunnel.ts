import { useState } from 'react'
import type { Agent } from '../agents/agent.ts'
import type { Gateway } from '../gateways/gateway.ts'
import { useSessionState } from '../../auth/SessionProvider.tsx'
import { listRunning, type StartingAccount } from './starting-account.ts'

/** The value of the choice without a gateway. */
export const random = 'random'

/** What the screen is about: the selected gateway, or a random hostname, and the agent that serves it. */
export interface Tunnel {
  /** Undefined for a random hostname. */
  gateway: Gateway | undefined
  /** The id of a gateway of the account, or `random`. */
  choose: (choice: string) => void
  /** The agent that serves it, if any; on a random hostname, one of the reader's agents. */
  agent: Agent | undefined
  /** Whether another person started that agent. */
  isOthers: boolean
  /** The local port for the command, as typed. */
  port: string
  setPort: (port: string) => void
}

/** Tracks what serves the selected gateway: initially that of the reader's own agent, or else the newest. */
export function useTunnel(account: StartingAccount): Tunnel {
  const session = useSessionState()
  const userId = session.status === 'signed-in' ? session.user.id : undefined
  const [port, setPort] = useState('3000')
  const [choice, choose] = useState<string>()
  const { gateways } = account
  const running = listRunning(account)
  const isOwn = ({ startedBy }: Agent) => startedBy?.id === userId
  const findGateway = ({ assignedDomain }: Agent) => gateways.find(({ subdomain }) => subdomain === assignedDomain)

  // The first agent decides. From then on, only the reader changes the selection.
  const own = pickAgent(running.filter(isOwn))
  if (choice === undefined && own) choose(findGateway(own)?.id ?? random)

  const gateway = choice === random ? undefined : (gateways.find(({ id }) => id === choice) ?? gateways[0])
  const agent = pickAgent(
    running.filter((one) =>
      gateway ? one.assignedDomain === gateway.subdomain : isOwn(one) && findGateway(one) === undefined,
    ),
  )
  return {
    gateway,
    choose,
    agent,
    isOthers: agent !== undefined && !isOwn(agent),
    port,
    setPort: (text) => setPort(text.replace(/\D/g, '').slice(0, 5)),
  }
}

/** Returns, of agents sorted newest first, the newest connected one, or else the newest. */
function pickAgent(agents: readonly Agent[]): Agent | undefined {
  return agents.find(({ connected }) => connected) ?? agents[0]
}
