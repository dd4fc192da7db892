import { findFirstLine } from '../../machine.ts'
import type { Contestant } from './contestant.ts'

/** No tunnel: what the origin and the load generator can do at most on this machine. */
export const direct: Contestant = {
  name: 'direct',
  transport: 'no tunnel',
  findObstacle: () => Promise.resolve(undefined),
  readVersion: async () => (await findFirstLine('nginx', ['-v'])) ?? 'unknown',
  start: (originPort) => Promise.resolve({ port: originPort, hostHeader: `127.0.0.1:${originPort}` }),
}
