import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFirstLine } from '../../machine.ts'
import { findSparePort } from '../../scope.ts'
import { type Contestant, findMissing } from './contestant.ts'

/** rathole: a plain connection for each visitor's connection, kept ready. */
export const rathole: Contestant = {
  name: 'rathole',
  transport: 'a TCP connection a visitor, plain',
  findObstacle: () => findMissing(['rathole']),
  readVersion: async () => (await findFirstLine('rathole', ['--version'])) ?? 'unknown',
  async start(originPort, scope) {
    const [controlPort, publicPort] = [await findSparePort(), await findSparePort()]
    const [serverFile, clientFile] = [join(scope.folder, 'server.toml'), join(scope.folder, 'client.toml')]
    await writeFile(
      serverFile,
      section('server', `bind_addr = "127.0.0.1:${controlPort}"`, `127.0.0.1:${publicPort}`, 'bind_addr'),
    )
    await writeFile(
      clientFile,
      section('client', `remote_addr = "127.0.0.1:${controlPort}"`, `127.0.0.1:${originPort}`, 'local_addr'),
    )
    const server = scope.start('rathole', ['--server', serverFile])
    const client = scope.start('rathole', ['--client', clientFile])
    return { port: publicPort, hostHeader: `127.0.0.1:${publicPort}`, server, client }
  },
}

const section = (side: 'server' | 'client', address: string, serviceAddress: string, serviceKey: string) => `
[${side}]
${address}
default_token = "bench"

[${side}.services.bench]
${serviceKey} = "${serviceAddress}"
`
