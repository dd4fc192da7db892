import { hasCode } from '@culvert/program'
import type { AgentStatus } from '../inspection/api-types.ts'
import { AgentClient } from './agent-client.ts'
import { readRunFiles, removeRunFile } from './run-file.ts'

/** A running agent of this user on this machine. */
export interface FoundAgent {
  client: AgentClient
  status: AgentStatus
}

/** Finds this user's running agents. The files of agents that do not answer are removed. Throws Failure. */
export async function listRunningAgents(): Promise<FoundAgent[]> {
  const found = await Promise.all(
    readRunFiles().map(async (file) => {
      const client = new AgentClient(file)
      try {
        const status = await client.status()
        if (status.pid === file.pid) return { client, status }
      } catch (error) {
        // It may only be slow.
        if (!hasCode(error, 'ECONNREFUSED')) return undefined
      }
      removeRunFile(file.pid)
      return undefined
    }),
  )
  return found
    .filter((each) => each !== undefined)
    .toSorted((a, b) => a.status.startedAt.localeCompare(b.status.startedAt))
}
