import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand, authToken } from './testing/command.ts'
import { startFakeServer } from './testing/fake-server.ts'
import { makeFolder } from './testing/folder.ts'
import { writeWholeFile } from './whole-file.ts'

describe('a file', () => {
  it('that cannot be written leaves nothing behind', () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'taken'))
    expect(() => writeWholeFile(join(folder, 'taken'), 'text')).toThrow()
    expect(readdirSync(folder)).toEqual(['taken'])
  })

  it('that was left by an agent and cannot be removed does not end `culvert status`', async () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'state/run/1.json'), { recursive: true })
    const command = runCommand(['status'], { CULVERT_CONFIG_DIR: folder })
    expect(await command.exited, command.stderr).toBe(0)
    expect(command.stdout).toBe('No tunnel is open on this machine.\n')
  })

  it('of --ready-file that cannot be removed at the end does not change how the command ends', async () => {
    const server = await startFakeServer()
    const file = join(makeFolder(), 'ready')
    const args = ['http', '3000', '--server', server.url, '--ready-file', file]
    const command = runCommand(args, { CULVERT_AUTHTOKEN: authToken })
    const session = await server.nextSession()
    session.welcome()
    await command.until('Connected')
    rmSync(file)
    mkdirSync(file)
    command.signal('SIGTERM')
    expect(await command.exited, command.stderr).toBe(0)
  })

  it('of `culvert doctor --report` that cannot be written is reported in plain words', async () => {
    const server = await startFakeServer()
    const file = join(makeFolder(), 'missing/report.json')
    const command = runCommand(['doctor', '--server', server.url, '--report', file])
    expect(await command.exited).toBe(2)
    expect(command.stderr).toBe(`The file ${file} cannot be written.\n--report: Its folder does not exist.\n`)
  })
})
