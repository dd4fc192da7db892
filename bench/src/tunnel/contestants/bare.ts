import { join } from 'node:path'
import { findSparePort } from '../../scope.ts'
import type { Contestant } from './contestant.ts'

const program = join(import.meta.dirname, '../bare/main.ts')

/** A tunnel in the same Node that does not examine what it carries: its cost is that of Node and the kernel. */
export const bare: Contestant = {
  name: 'bare',
  transport: 'bytes in frames over one TCP connection, plain',
  findObstacle: () => Promise.resolve(undefined),
  readVersion: () => Promise.resolve(`this checkout, Node ${process.version}, nothing read or checked`),
  async start(originPort, scope) {
    const [port, tunnelPort] = [await findSparePort(), await findSparePort()]
    const server = scope.start(process.execPath, [program, 'server', String(port), String(tunnelPort)])
    await scope.waitFor('the bare tunnel', () => Promise.resolve(server.output().includes('listening')))
    const client = scope.start(process.execPath, [program, 'client', String(tunnelPort), String(originPort)])
    return { port, hostHeader: `127.0.0.1:${port}`, server, client }
  },
}
