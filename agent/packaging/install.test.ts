import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../src/testing/folder.ts'
import { listen } from '../src/testing/sockets.ts'

const template = readFileSync(join(import.meta.dirname, 'install.sh'), 'utf8')

/** Returns a command that only prints its version. */
const commandOf = (version: string) => `#!/bin/sh\necho ${version}\n`

/** Serves packages of a command that only prints its version, and returns the installer for them. */
async function publish(version: string): Promise<string> {
  const folder = makeFolder({ culvert: commandOf(version) })
  chmodSync(join(folder, 'culvert'), 0o755)
  mkdirSync(join(folder, 'bin'))
  execFileSync('mv', ['culvert', 'bin'], { cwd: folder })
  const archive = execFileSync('tar', ['-czf', '-', 'bin'], { cwd: folder })
  const sha256 = createHash('sha256').update(archive).digest('hex')
  const packages = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'].map((target) => {
    return { target, file: 'culvert.tgz', size: archive.length, sha256 }
  })
  const manifest = JSON.stringify({ version, packages })
  const server = createServer(({ url }, response) => response.end(url?.endsWith('.tgz') ? archive : manifest))
  const values = { SERVER: `http://127.0.0.1:${await listen(server)}`, VERSION: version, PUBLIC_KEY: '' }
  return template.replaceAll(/@(SERVER|VERSION|PUBLIC_KEY)@/g, (_all, name: keyof typeof values) => values[name])
}

/** Runs the installer into a prefix, and returns what is there as the command and as the one before it. */
async function install(prefix: string, version: string): Promise<{ command: string; old: string | undefined }> {
  const script = await publish(version)
  await promisify(execFile)('sh', ['-c', script], { env: { ...process.env, CULVERT_PREFIX: prefix } })
  const [command, old] = ['culvert', 'culvert.old'].map((name) => join(prefix, 'bin', name))
  return { command: readFileSync(command!, 'utf8'), old: existsSync(old!) ? readFileSync(old!, 'utf8') : undefined }
}

describe.skipIf(process.platform === 'win32')('the installer', () => {
  it('keeps the version before the last update as culvert.old when it repairs a command or installs it again', async () => {
    const prefix = makeFolder()
    expect(await install(prefix, '1.0.0')).toEqual({ command: commandOf('1.0.0'), old: undefined })
    const updated = { command: commandOf('1.1.0'), old: commandOf('1.0.0') }
    expect(await install(prefix, '1.1.0')).toEqual(updated)
    expect(await install(prefix, '1.1.0')).toEqual(updated)
    writeFileSync(join(prefix, 'bin/culvert'), '#!/bin/sh\nexit 1\n')
    expect(await install(prefix, '1.1.0')).toEqual(updated)
  })
})
