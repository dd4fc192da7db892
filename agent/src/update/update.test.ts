import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Failure } from '../failure.ts'
import { switchingProtocols } from '../testing/sockets.ts'
import type { Installed } from './installed.ts'
import { findNewerVersion } from './newer-version.ts'
import { runUpdate } from './update.ts'

const target = `${process.platform}-${process.arch}`
const file = `culvert-${target}.tgz`
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
/** Only root may mount a disk that is small enough to be filled. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0
const stranger = generateKeyPairSync('ed25519').privateKey

/** The files on the server, by path. */
const served = new Map<string, Buffer>()
/** How much of a package is sent before the connection ends. */
let cutAt = Number.POSITIVE_INFINITY
/** Whether each answer is 101. */
let isSwitching = false
let asked: string[] = []
let address: string
let folder: string
let installed: Installed

const server = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  const bytes = served.get(path)
  if (isSwitching) request.socket.write(switchingProtocols)
  else if (bytes === undefined) response.writeHead(404).end()
  else if (!path.endsWith('.tgz') || bytes.length <= cutAt) response.end(bytes)
  else {
    response.setHeader('content-length', bytes.length)
    response.write(bytes.subarray(0, cutAt), () => response.destroy())
  }
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

beforeEach(async () => {
  served.clear()
  asked = []
  cutAt = Number.POSITIVE_INFINITY
  isSwitching = false
  folder = await mkdtemp(join(tmpdir(), 'culvert-update-'))
  await mkdir(join(folder, 'bin'))
  const command = join(folder, 'bin/culvert')
  await writeFile(command, toScript('1.0.9'), { mode: 0o755 })
  const pem = String(publicKey.export({ type: 'spki', format: 'pem' }))
  installed = { version: '1.0.9', target, publicKey: pem, command }
})
afterEach(() => rm(folder, { recursive: true }))

const toScript = (version: string) => `#!/bin/sh\necho ${version}\n`

/** Makes the server offer a version whose command is a script. */
async function publish(
  version: string,
  { key = privateKey, says = version, size = 0, padding = 0 } = {},
): Promise<void> {
  const root = await mkdtemp(join(folder, 'root-'))
  await mkdir(join(root, 'bin'))
  await writeFile(join(root, 'bin/culvert'), toScript(says), { mode: 0o755 })
  await writeFile(join(root, 'padding'), randomBytes(padding))
  const bytes = execFileSync('tar', ['-czf', '-', '-C', root, '.'])
  await rm(root, { recursive: true })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  served.set(`/download/${version}/${file}`, bytes)
  publishManifest({ version, packages: [{ target, file, size: bytes.length + size, sha256 }] }, key)
}

function publishManifest(manifest: object, key: KeyObject): void {
  const bytes = Buffer.from(JSON.stringify(manifest))
  served.set('/download/manifest.json', bytes)
  served.set('/download/manifest.json.sig', sign(undefined, bytes, key))
}

/** Updates, and returns what was shown. */
async function update(options: { rollback?: boolean } = {}): Promise<string> {
  const lines: string[] = []
  await runUpdate({ server: address, installed, print: (line) => void lines.push(line), ...options })
  return lines.join('\n')
}

/** Runs an update that fails, and returns the reason. */
async function fail(options?: { rollback?: boolean }): Promise<string> {
  const failure = await update(options).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof Failure)) throw new Error('expected a Failure', { cause: failure })
  return `${failure.why} ${failure.remedy}`
}

const say = (command: string) => String(execFileSync(command)).trim()
const list = () => readdirSync(folder, { recursive: true }).map(String).toSorted()

describe('an update', () => {
  it('installs a newer version with a valid signature, keeps the old one, and leaves nothing else behind', async () => {
    await publish('1.0.10')
    const said = await update()
    expect(said).toContain(`culvert 1.0.10 is installed: ${installed.command}`)
    expect(said).not.toContain('not signed')
    expect([say(installed.command), say(`${installed.command}.old`)]).toEqual(['1.0.10', '1.0.9'])
    expect(list()).toEqual(['bin', 'bin/culvert', 'bin/culvert.old'])
  })

  it('removes what an interrupted update has left, but nothing of one that runs', async () => {
    const names = ['.culvert-update-left', '.culvert-update-current', '.culvert-backup']
    const before = new Date(Date.now() - 2 * 60 * 60_000)
    for (const name of names) {
      await mkdir(join(folder, name))
      await writeFile(join(folder, name, 'part'), 'x')
      if (name !== '.culvert-update-current') await utimes(join(folder, name), before, before)
    }
    await publish('1.0.10')
    await update()
    // CULVERT_PREFIX may be the home folder, with folders that only have a similar name.
    expect(list().filter((name) => /^\.[^/]+$/.test(name))).toEqual(['.culvert-backup', '.culvert-update-current'])
  })

  it('downloads nothing if the server has the same version', async () => {
    await publish('1.0.9')
    expect(await update()).toBe(`culvert 1.0.9 is the newest version at ${address}.`)
    expect(asked).toEqual(['/download/manifest.json', '/download/manifest.json.sig'])
  })

  it('can be rolled back to the previous version, and forward again', async () => {
    await publish('1.0.10')
    await update()
    expect(await update({ rollback: true })).toBe(`culvert 1.0.9 is back: ${installed.command}`)
    expect([say(installed.command), say(`${installed.command}.old`)]).toEqual(['1.0.9', '1.0.10'])
    await update({ rollback: true })
    expect([say(installed.command), say(`${installed.command}.old`)]).toEqual(['1.0.10', '1.0.9'])
  })

  it('cannot be rolled back before the first one, and says so', async () => {
    expect(await fail({ rollback: true })).toMatch(/No earlier version is kept/)
    expect(say(installed.command)).toBe('1.0.9')
  })

  it.each<[string, () => Promise<void> | void, RegExp]>([
    ['is older, though signed', () => publish('1.0.8'), /has 1\.0\.8, and this is 1\.0\.9: an update never goes back/],
    [
      'was signed with another key',
      () => publish('1.0.10', { key: stranger }),
      /were not signed with the key of this command/,
    ],
    [
      'is not signed',
      async () => {
        await publish('1.0.10')
        served.delete('/download/manifest.json.sig')
      },
      /manifest\.json\.sig does not exist/,
    ],
    [
      'has a modified manifest',
      async () => {
        await publish('1.0.10')
        const bytes = served.get('/download/manifest.json') ?? Buffer.alloc(0)
        served.set('/download/manifest.json', Buffer.from(String(bytes).replace('1.0.10', '1.0.11')))
      },
      /were not signed with the key of this command/,
    ],
    [
      'has a package with a changed byte',
      async () => {
        await publish('1.0.10')
        const bytes = Buffer.from(served.get(`/download/1.0.10/${file}`) ?? [])
        bytes[bytes.length >> 1]! ^= 1
        served.set(`/download/1.0.10/${file}`, bytes)
      },
      /the manifest says SHA-256 [0-9a-f]{64}, and [0-9a-f]{64} came/,
    ],
    [
      'has a package that is too short',
      () => publish('1.0.10', { size: 1 }),
      /the manifest says \d+ bytes, and \d+ came/,
    ],
    [
      'has a package that is too long',
      () => publish('1.0.10', { size: -1 }),
      /the manifest says \d+ bytes, and more came/,
    ],
    [
      'has a package whose download breaks off',
      async () => {
        await publish('1.0.10')
        cutAt = 20
      },
      /could not be fetched completely/,
    ],
    [
      'reports another version',
      () => publish('1.0.10', { says: '1.0.7' }),
      /downloaded as 1\.0\.10 calls itself 1\.0\.7/,
    ],
    [
      'has no package for this system',
      () => publishManifest({ version: '1.0.10', packages: [] }, privateKey),
      /has 1\.0\.10, but not for/,
    ],
    [
      'names a file outside its folder',
      () =>
        publishManifest(
          { version: '1.0.10', packages: [{ target, file: '../culvert', size: 1, sha256: 'ab'.repeat(32) }] },
          privateKey,
        ),
      /expected each package of a manifest with target, file, size and sha256/,
    ],
    [
      'is answered with 101',
      () => {
        isSwitching = true
      },
      /manifest\.json could not be fetched completely: it switched to another protocol/,
    ],
    ['does not exist', () => served.clear(), /this server has no packages for systems without Node/],
  ])('changes nothing if the offered version %s', async (_name, offer, why) => {
    await offer()
    expect(await fail()).toMatch(why)
    expect(say(installed.command)).toBe('1.0.9')
    expect(list()).toEqual(['bin', 'bin/culvert'])
  })

  it('downloads nothing if it may not write to the folder of the command', async () => {
    await publish('1.0.10')
    // No user may write there, not even root.
    installed.command = '/proc/self/bin/culvert'
    expect(await fail()).toMatch(/cannot be written to: .* Update as the user who installed culvert/)
    expect(asked.filter((path) => path.endsWith('.tgz'))).toEqual([])
  })

  it('changes nothing if the command cannot be replaced, and says why', async () => {
    await publish('1.0.10')
    await mkdir(join(folder, 'bin/culvert.old/full'), { recursive: true })
    expect(await fail()).toMatch(/bin\/culvert\.old.* Update as the user who installed culvert/)
    expect(say(installed.command)).toBe('1.0.9')
    expect(list()).toEqual(['bin', 'bin/culvert', 'bin/culvert.old', 'bin/culvert.old/full'])
  })

  it.skipIf(!canMount)('changes nothing if its disk is full, and says so instead of blaming the network', async () => {
    await publish('1.0.10', { padding: 200_000 })
    const disk = join(folder, 'disk')
    await mkdir(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', disk])
    try {
      await mkdir(join(disk, 'bin'))
      installed.command = join(disk, 'bin/culvert')
      await writeFile(installed.command, toScript('1.0.9'), { mode: 0o755 })
      expect(await fail()).toMatch(/disk is full\. Make room/)
      expect(readdirSync(disk, { recursive: true }).map(String).toSorted()).toEqual(['bin', 'bin/culvert'])
    } finally {
      execFileSync('umount', [disk])
    }
  })

  it('without a key warns that signatures are not checked, and requires TLS beyond this machine', async () => {
    installed.publicKey = null
    await publish('1.0.10')
    expect(await update()).toContain(`not signed: they are only checked against what ${address} says`)
    expect(asked).not.toContain('/download/manifest.json.sig')
    const far = runUpdate({ server: 'http://culvert.example.com', installed, print: () => {} })
    await expect(far).rejects.toMatchObject({ why: expect.stringContaining('is reached without TLS') })
  })

  it('installs the folder of the new version, and keeps only that of the previous one', async () => {
    for (const version of ['1.0.7', '1.0.9']) await mkdir(join(folder, `lib/culvert-${version}`), { recursive: true })
    const root = await mkdtemp(join(folder, 'root-'))
    await mkdir(join(root, 'bin'))
    await mkdir(join(root, 'lib/culvert-1.0.10'), { recursive: true })
    await writeFile(join(root, 'lib/culvert-1.0.10/node'), toScript('1.0.10'), { mode: 0o755 })
    const launcher = '#!/bin/sh\nexec "$(dirname "$0")/../lib/culvert-1.0.10/node"\n'
    await writeFile(join(root, 'bin/culvert'), launcher, { mode: 0o755 })
    const bytes = execFileSync('tar', ['-czf', '-', '-C', root, '.'])
    await rm(root, { recursive: true })
    served.set(`/download/1.0.10/${file}`, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    publishManifest({ version: '1.0.10', packages: [{ target, file, size: bytes.length, sha256 }] }, privateKey)
    await update()
    expect(say(installed.command)).toBe('1.0.10')
    expect(readdirSync(join(folder, 'lib')).toSorted()).toEqual(['culvert-1.0.10', 'culvert-1.0.9'])
    expect(String(await readFile(`${installed.command}.old`))).toBe(toScript('1.0.9'))
  })
})

describe('findNewerVersion', () => {
  it('returns a newer version with a valid signature, and undefined otherwise', async () => {
    await publish('1.0.10')
    expect(await findNewerVersion({ server: address }, installed)).toBe('1.0.10')
    await publish('1.0.9')
    expect(await findNewerVersion({ server: address }, installed)).toBe(undefined)
    await publish('1.0.10', { key: stranger })
    expect(await findNewerVersion({ server: address }, installed)).toBe(undefined)
    expect(await findNewerVersion({ server: 'http://127.0.0.1:1' }, installed)).toBe(undefined)
  })
})

describe('a command that npm installed', () => {
  it('is not updated, and points to npm', async () => {
    await expect(runUpdate({ server: address, print: () => {} })).rejects.toMatchObject({
      why: 'This culvert runs on the Node of this machine: npm installed it, and npm updates it.',
      remedy: `${address}/download shows the command.`,
    })
  })
})
