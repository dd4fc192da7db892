import type { Agent } from '../agents/agent.ts'
import { useSessionState } from '../../auth/SessionProvider.tsx'

/** The agent that the reader is waiting for: the newest connected one of theirs, or else the newest. */
export function useMyAgent(active: Agent[] | undefined): Agent | undefined {
  const session = useSessionState()
  if (session.status !== 'signed-in' || !active) return undefined
  const mine = active.filter(({ status, startedBy }) => status === 'active' && startedBy?.id === session.user.id)
  return mine.find(({ connected }) => connected) ?? mine[0]
}
