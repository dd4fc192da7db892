import { findFirstLine } from '../../machine.ts'
import type { Contestant } from './contestant.ts'

/** No tunnel: the most that the origin and the load generator can do on this machine. */
export const direct: Contestant = {
  name: 'direct',
  transport: 'no tunnel',
  findObstacle: () => Promise.resolve(undefined),
  readVersion: async () => (await findFirstLine('nginx', ['-v'])) ?? 'unknown',
  start: (originPort) => Promise.resolve({ port: originPort, hostHeader: `127.0.0.1:${originPort}` }),
}
