import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deferClose } from './cleanup.ts'
import { authToken } from './command.ts'
import { publicUrl, startFakeServer } from './fake-server.ts'
import type { FakeServer } from './fake-server.ts'
import { listen } from './sockets.ts'
import { openTerminal } from './terminal.ts'
import type { Terminal } from './terminal.ts'

/** A tunnel that a command in a terminal has opened at a fake server. */
export interface TerminalTunnel {
  server: FakeServer
  terminal: Terminal
  /** The folder of the command's configuration. */
  folder: string
}

/**
 * Runs a script in a terminal in which `culvert` opens a tunnel to an app on PORT, and waits for its public URL. `site` is the server's answer about itself, if
 * it answers.
 */
export async function startInTerminal(
  script: string,
  env: Record<string, string> = {},
  site: object | 'nothing' = { version: '0.0.1' },
): Promise<TerminalTunnel> {
  const server = await startFakeServer()
  server.answers.site = () => site
  const port = await listen(createServer((_, response) => response.end('hello')))
  const folder = mkdtempSync(join(tmpdir(), 'culvert-terminal-'))
  deferClose(() => rmSync(folder, { recursive: true, force: true }))
  const given = { CULVERT_SERVER: server.url, CULVERT_AUTHTOKEN: authToken, CULVERT_CONFIG_DIR: folder }
  const terminal = openTerminal(script.replaceAll('PORT', String(port)), { ...given, ...env })
  await welcome(server, terminal)
  return { server, terminal, folder }
}

/** Welcomes the next session, and waits until the terminal shows that it is connected, `from` characters on. */
export async function welcome(server: FakeServer, terminal: Terminal, from = 0): Promise<void> {
  const session = await server.nextSession()
  session.welcome()
  await terminal.until(publicUrl, from)
  await terminal.until('Connected', from)
}
