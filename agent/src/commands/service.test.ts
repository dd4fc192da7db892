import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgentStatus } from '../inspection/api-types.ts'
import { authToken, runCommand } from '../testing/command.ts'
import { makeFolder } from '../testing/folder.ts'
import { publicUrl, startFakeServer } from '../testing/fake-server.ts'

/** Makes the folder of a user who has a configuration and an environment file for the service. */
function makeUser(content: string, variables = ''): string {
  const folder = makeFolder({ 'culvert.yml': content })
  mkdirSync(join(folder, 'state'))
  writeFileSync(join(folder, 'service.env'), variables, { mode: 0o600 })
  return folder
}

function run(folder: string, args: string[], env: Record<string, string> = {}) {
  return runCommand(['service', ...args, '--config', join(folder, 'culvert.yml')], {
    CULVERT_CONFIG_DIR: folder,
    ...env,
  })
}

const oneTunnel = 'tunnels: { web: { app: 3000 } }\n'

describe('culvert service install', () => {
  it('with --print shows the file, with absolute paths and without secrets, and writes nothing', async () => {
    const folder = makeUser(oneTunnel, `# of the service\nCULVERT_AUTHTOKEN="${authToken}"\n`)
    const listFiles = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
    const before = listFiles()
    const env = {
      HOME: folder,
      HTTPS_PROXY: 'http://proxy:3128',
      CULVERT_SERVER: 'tunnels.example.com',
      CULVERT_AUTHTOKEN: authToken,
    }
    const command = run(folder, ['install', 'web', '--print'], env)
    expect([await command.exited, command.stderr]).toEqual([0, ''])
    expect(command.stdout).toContain(`"start" "web" "--config" "${join(folder, 'culvert.yml')}"`)
    expect(command.stdout).toContain('Environment="HTTPS_PROXY=http://proxy:3128"')
    expect(command.stdout).toContain('Environment="CULVERT_SERVER=tunnels.example.com"')
    expect(command.stdout).toContain(`EnvironmentFile=-${join(folder, 'service.env')}`)
    expect(command.stdout).not.toContain(authToken)
    expect(listFiles()).toEqual(before)
  })

  it.each([
    ['a configuration with mistakes', 'tunnels: 1\n', {}, /culvert\.yml:1:10: .*expected/, 2],
    ['a tunnel that does not exist', 'tunnels: { api: { app: 3000 } }\n', {}, /There is no tunnel "web"/, 2],
    [
      'a token that is set only in the shell',
      oneTunnel,
      { CULVERT_AUTHTOKEN: authToken },
      /CULVERT_AUTHTOKEN is set in this shell only.*service\.env/,
      3,
    ],
    [
      'a variable that is set only in the shell',
      'tunnels: { web: { app: "${APP}" } }\n',
      { APP: '3000' },
      /the variable APP is not set[^]*lines NAME=value in .*service\.env/,
      2,
    ],
    [
      'a proxy with a password',
      oneTunnel,
      { HTTPS_PROXY: 'http://ada:secret@proxy:3128' },
      /HTTPS_PROXY has a password/,
      2,
    ],
    [
      'a proxy without a scheme, which may have a password too',
      oneTunnel,
      { https_proxy: 'ada:secret@proxy:3128' },
      /https_proxy has a password/,
      2,
    ],
  ])('refuses %s, and says what to do', async (_name, content, env, why, exitCode) => {
    const command = run(makeUser(content), ['install', 'web', '--print'], env)
    expect(await command.exited).toBe(exitCode)
    expect(command.stderr).toMatch(why)
    expect(command.stderr).not.toContain('secret@')
    expect(command.stderr).not.toContain(authToken)
    expect(command.stdout).toBe('')
  })

  it('refuses an environment file that other users can read', async () => {
    const folder = makeUser(oneTunnel)
    chmodSync(join(folder, 'service.env'), 0o640)
    const command = run(folder, ['install', '--print'])
    expect(await command.exited).toBe(2)
    expect(command.stderr).toContain(`chmod 600 ${join(folder, 'service.env')}`)
  })
})

describe('culvert service run', () => {
  it('reads the environment file, and restarts the tunnels after a crash', async () => {
    const server = await startFakeServer()
    const folder = makeUser(`server: ${server.url}\n${oneTunnel}`, `CULVERT_AUTHTOKEN=${authToken}\n`)
    const command = run(folder, ['run', '--all', '--restart'])
    ;(await server.nextSession()).welcome()
    await command.until(`Public URL: ${publicUrl}`)
    const crashed = await findAgent(folder)
    process.kill(crashed.pid, 'SIGKILL')
    ;(await server.nextSession()).welcome()
    await command.untilTrue(() => command.stdout.split('Public URL').length === 3)
    expect((await findAgent(folder)).pid).not.toBe(crashed.pid)
    command.signal('SIGTERM')
    expect(await command.exited).toBe(0)
  })

  it('exits without a retry, even with --restart, if the configuration has mistakes', async () => {
    const command = run(makeUser('tunnels: 1\n'), ['run', '--all', '--restart'])
    expect(await command.exited).toBe(2)
    expect(command.stderr.split('The configuration has mistakes.')).toHaveLength(2)
  })

  it('exits with 0 without --restart, so that launchd does not restart it, and logs the reason', async () => {
    const folder = makeUser('tunnels: 1\n')
    const log = join(folder, 'log')
    const command = run(folder, ['run', '--all', '--log', log])
    expect(await command.exited).toBe(0)
    expect(readFileSync(log, 'utf8')).toMatch(/^The configuration has mistakes\.\n.*culvert\.yml:1:10: /)
  })
})

async function findAgent(folder: string): Promise<AgentStatus> {
  const command = runCommand(['status', '--json'], { CULVERT_CONFIG_DIR: folder })
  await command.exited
  const { agents } = JSON.parse(command.stdout) as { agents: AgentStatus[] }
  const [agent] = agents
  if (agent === undefined) throw new Error('No agent runs.')
  return agent
}
