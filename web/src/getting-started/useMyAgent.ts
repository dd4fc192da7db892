import type { AgentFields_AgentFragment } from '../agents/AgentFields.generated.ts'
import { useSessionState } from '../session/SessionProvider.tsx'

/** The agent that the reader is waiting for: of their own, the newest that is connected, else the newest. */
export function useMyAgent(active: AgentFields_AgentFragment[] | undefined): AgentFields_AgentFragment | undefined {
  const session = useSessionState()
  if (session.status !== 'signed-in' || !active) return undefined
  const mine = active.filter(({ status, startedBy }) => status === 'active' && startedBy?.id === session.user.id)
  return mine.find(({ connected }) => connected) ?? mine[0]
}
