import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { authToken, runCommand } from '../testing/command.ts'
import { makeFolder } from '../testing/folder.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import type { FakeServer } from '../testing/fake-server.ts'
import { listen } from '../testing/sockets.ts'

/** Runs a command with two tunnels; the server refuses the second until `isFree`. */
async function startTwo(server: FakeServer, isFree: () => boolean) {
  const { startAgent } = server.answers
  server.answers.startAgent = (input) =>
    input.gateway === 'busy' && !isFree()
      ? { code: 'CONFLICT', message: 'The gateway is in use.' }
      : (startAgent?.(input) ?? 'nothing')
  const port = await listen(createServer((_request, response) => response.end()))
  const folder = makeFolder({
    'culvert.yml': `tunnels:\n  a: { app: ${port} }\n  b: { app: ${port}, gateway: busy }\n`,
  })
  const args = ['start', '--all', '--config', join(folder, 'culvert.yml')]
  return runCommand(args, { CULVERT_SERVER: server.url, CULVERT_AUTHTOKEN: authToken })
}

describe('a tunnel that is refused while another one is open', () => {
  it('is opened once the server allows it', async () => {
    const server = await startFakeServer()
    let isFree = false
    const command = await startTwo(server, () => isFree)
    const first = await server.nextSession()
    first.welcome()
    await command.until('[b] The gateway "busy" was refused.')
    isFree = true
    const second = await server.nextSession()
    second.welcome()
    await command.until('[b] Public URL')
    command.signal('SIGTERM')
    expect(await command.exited).toBe(0)
  })

  it('ends with the open one, and the exit code is that of the tunnel that ended first', async () => {
    const server = await startFakeServer()
    const command = await startTwo(server, () => false)
    const first = await server.nextSession()
    first.welcome()
    await command.until('Trying again in 5 s.')
    first.refuse('STOPPED', 'Stopped from the dashboard.', 0)
    expect(await command.exited).toBe(6)
  })
})
