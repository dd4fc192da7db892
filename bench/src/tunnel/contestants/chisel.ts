import { findFirstLine } from '../../machine.ts'
import { findSparePort } from '../../scope.ts'
import { type Contestant, findMissing } from './contestant.ts'

/** chisel: SSH channels over one WebSocket. */
export const chisel: Contestant = {
  name: 'chisel',
  transport: 'ssh in a WebSocket, encrypted',
  findObstacle: () => findMissing(['chisel']),
  readVersion: async () => `chisel ${await findFirstLine('chisel', ['--version'])}`,
  async start(originPort, scope) {
    const [controlPort, publicPort] = [await findSparePort(), await findSparePort()]
    const server = scope.start('chisel', ['server', '--host', '127.0.0.1', '--port', String(controlPort), '--reverse'])
    const remote = `R:127.0.0.1:${publicPort}:127.0.0.1:${originPort}`
    const client = scope.start('chisel', ['client', `http://127.0.0.1:${controlPort}`, remote])
    return { port: publicPort, hostHeader: `127.0.0.1:${publicPort}`, server, client }
  },
}
