import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, symlinkSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publicUrlPattern } from '../src/agent.ts'
import { startApp } from '../src/apps.ts'
import { openBrowser } from '../src/browser.ts'
import { createCleanup } from '../src/cleanup.ts'
import { createTempFolder, planSite, type Site, startStandalone } from '../src/culvert.ts'
import { unprivileged } from '../src/image.ts'
import { makePackages, makeScriptPackage, type Packages } from '../src/packages.ts'
import { signUp } from '../src/people.ts'
import { projectFolder, type RunningProcess, startProcess } from '../src/processes.ts'
import { visit } from '../src/visit.ts'

const version = '1.0.2'
const file = 'culvert-linux-x64.tgz'
const isHere = process.platform === 'linux' && process.arch === 'x64'

const cleanup = createCleanup()
const browser = openBrowser(cleanup)
let site: Site
let packages: Packages
/** The packages before a test damages them. */
let original: string
/** The home folder of a user who has never installed anything. */
let home: string
/** The command that /download shows. */
let printedCommand: string

/** Runs a command line in that home folder, with the programs of the system. */
function run(commandLine: string, path = '/usr/bin:/bin', words = ['sh', '-c', commandLine]): RunningProcess {
  const [program = '', ...args] = unprivileged(words)
  const running = startProcess(program, args, { cwd: home, env: { HOME: home, PATH: path } })
  cleanup.defer(() => running.stop())
  return running
}

/** Runs the command from /download, and resolves with its output. */
async function install(path?: string): Promise<{ code: number | null; said: string }> {
  const installing = run(printedCommand, path)
  const { code } = await installing.waitForExit()
  return { code, said: installing.stdout + installing.stderr }
}

const installed = () => join(home, '.local/bin/culvert')
const readVersion = async (command: string) => {
  const told = run(`${command} version`)
  await told.waitForExit()
  return told.stdout.trim()
}
/** Returns a new key, which no command knows. */
const strangerKey = () => generateKeyPairSync('ed25519').privateKey
/** Lists everything in the folder that the installer writes to. */
const listPrefix = () => readdirSync(join(home, '.local'), { recursive: true }).map(String).toSorted()

describe.skipIf(!isHere)('the installer that an installation serves', () => {
  beforeAll(async () => {
    packages = await makePackages(cleanup, ['linux-x64'])
    original = await createTempFolder(cleanup)
    await cp(packages.folder, original, { recursive: true })
    site = await planSite(cleanup)
    site.env.CULVERT_PACKAGES = packages.folder
    await startStandalone(cleanup, site)
    await browser(async (page) => {
      await page.goto(`${site.apiUrl}/download`)
      await page.getByRole('tab', { name: /^Linux/ }).click()
      await page.getByText('install.sh').waitFor()
      await page.getByRole('button', { name: 'Copy command' }).first().click()
      printedCommand = String(await page.evaluate('navigator.clipboard.readText()'))
    })
    expect(printedCommand).toBe(`curl -fsSL ${site.apiUrl}/install.sh | sh`)
  }, 200_000)

  beforeEach(async () => {
    await cp(original, packages.folder, { recursive: true, force: true })
    home = await createTempFolder(cleanup)
  })

  it('installs a command that opens a tunnel, without Node or changes outside ~/.local, and says where it is', async () => {
    const { code, said } = await install()
    expect([code, said]).toEqual([0, expect.stringContaining(`culvert ${version} is installed: ${installed()}`)])
    expect(said).toContain(`export PATH="${home}/.local/bin:$PATH"`)
    expect(said).not.toContain('signature')
    expect(readdirSync(home)).toEqual(['.local'])
    expect(listPrefix()).toEqual(['bin', 'bin/culvert', 'lib'])

    const { secret } = await (await signUp(site, 'Ada')).createAuthToken()
    const app = await startApp(cleanup, (_request, response) => response.end('Hello without Node'))
    const agent = run('', undefined, [
      'env',
      `CULVERT_AUTHTOKEN=${secret}`,
      installed(),
      'http',
      String(app.port),
      '--server',
      site.apiUrl,
    ])
    const [publicUrl] = await agent.waitForOutput(publicUrlPattern)
    expect((await visit(publicUrl)).text).toBe('Hello without Node')
  })

  it('keeps the previous command as culvert.old', async () => {
    await mkdir(join(home, '.local/bin'), { recursive: true })
    await writeFile(installed(), '#!/bin/sh\necho 0.9.9\n', { mode: 0o755 })
    expect((await install()).code).toBe(0)
    expect([await readVersion(installed()), await readVersion(`${installed()}.old`)]).toEqual([version, '0.9.9'])
  })

  it('replaces the command before the previous one even while that runs', async () => {
    await mkdir(join(home, '.local/bin'), { recursive: true })
    await writeFile(installed(), '#!/bin/sh\necho 0.9.9\n', { mode: 0o755 })
    await cp('/bin/sleep', `${installed()}.old`)
    run('', undefined, [`${installed()}.old`, '600'])
    expect(await install()).toMatchObject({ code: 0 })
    expect([await readVersion(installed()), await readVersion(`${installed()}.old`)]).toEqual([version, '0.9.9'])
    expect(listPrefix()).toEqual(['bin', 'bin/culvert', 'bin/culvert.old', 'lib'])
  })

  it('installs a command that prints a warning, as Node does if it cannot read NODE_EXTRA_CA_CERTS', async () => {
    await makeScriptPackage(packages, version, `echo 'Warning: Ignoring extra certs' >&2; echo ${version}`)
    expect(await install()).toMatchObject({ code: 0 })
    expect(await readVersion(installed())).toBe(version)
  })

  it.each([
    [
      'a package with a changed byte',
      async (folder: string) => {
        const bytes = await readFile(join(folder, file))
        bytes[bytes.length >> 1]! ^= 1
        await writeFile(join(folder, file), bytes)
      },
      'has not the SHA-256 that the manifest says',
    ],
    [
      'a manifest that does not match its signature',
      async (folder: string) => {
        const manifest = await readFile(join(folder, 'manifest.json'), 'utf8')
        await writeFile(join(folder, 'manifest.json'), manifest.replace(/[0-9a-f]{64}/, 'ab'.repeat(32)))
      },
      'is not one of the key in this script',
    ],
    [
      'a manifest and package of another key',
      async () => await makeScriptPackage(packages, version, `echo ${version}`, strangerKey()),
      'is not one of the key in this script',
    ],
    [
      'the signed manifest of an older version',
      async (folder: string) => {
        await makeScriptPackage(packages, '0.9.0', 'echo 0.9.0')
        for (const name of ['manifest.json', 'manifest.json.sig', file])
          await cp(join(folder, `../0.9.0/${name}`), join(folder, name))
      },
      `manifest.json is not that of ${version}`,
    ],
    [
      'a command that needs a missing library',
      async () =>
        await makeScriptPackage(
          packages,
          version,
          'echo "libatomic.so.1: cannot open shared object file" >&2; exit 127',
        ),
      'install libatomic1 (Debian, Ubuntu)',
    ],
    [
      'a command that reports another version',
      async () => await makeScriptPackage(packages, version, 'echo 1.0.1'),
      'what was downloaded calls itself 1.0.1',
    ],
  ])('changes nothing for %s, and says why', async (_name, spoil, why) => {
    await mkdir(join(home, '.local/bin'), { recursive: true })
    await writeFile(installed(), '#!/bin/sh\necho 0.9.9\n', { mode: 0o755 })
    await spoil(join(packages.folder, version))
    const { code, said } = await install()
    expect([code, said]).toEqual([1, expect.stringContaining(why)])
    expect(await readVersion(installed())).toBe('0.9.9')
    expect(listPrefix()).toEqual(['bin', 'bin/culvert', 'lib'])
  })

  it('installs a command that updates itself, but only with a manifest that is signed with its key', async () => {
    expect((await install()).code).toBe(0)
    await makeScriptPackage(packages, '1.0.10', 'echo 1.0.10')
    const latest = join(packages.folder, version)
    for (const name of ['manifest.json', 'manifest.json.sig']) {
      await cp(join(packages.folder, '1.0.10', name), join(latest, name))
    }
    const update = async () => {
      const updating = run(`${installed()} update --server ${site.apiUrl}`)
      return { exit: await updating.waitForExit(), said: updating.stdout + updating.stderr }
    }
    const manifest = await readFile(join(latest, 'manifest.json'), 'utf8')
    await writeFile(join(latest, 'manifest.json'), manifest.replace('1.0.10', '1.0.11'))
    expect(await update()).toMatchObject({
      exit: { code: 1 },
      said: expect.stringContaining('not signed with the key'),
    })
    expect(await readVersion(installed())).toBe(version)

    await writeFile(join(latest, 'manifest.json'), manifest)
    const signature = await readFile(join(latest, 'manifest.json.sig'))
    await writeFile(join(latest, 'manifest.json.sig'), sign(undefined, Buffer.from(manifest), strangerKey()))
    expect(await update()).toMatchObject({
      exit: { code: 1 },
      said: expect.stringContaining('not signed with the key'),
    })
    expect(await readVersion(installed())).toBe(version)

    await writeFile(join(latest, 'manifest.json.sig'), signature)
    expect(await update()).toMatchObject({
      exit: { code: 0 },
      said: expect.stringContaining('culvert 1.0.10 is installed'),
    })
    expect([await readVersion(installed()), await readVersion(`${installed()}.old`)]).toEqual(['1.0.10', version])
  })

  it('does not replace a newer command with an older one', async () => {
    await mkdir(join(home, '.local/bin'), { recursive: true })
    await writeFile(installed(), '#!/bin/sh\necho 1.0.10\n', { mode: 0o755 })
    const { code, said } = await install()
    expect([code, said]).toEqual([1, expect.stringContaining(`is 1.0.10, and ${site.apiUrl} has ${version}`)])
    expect(await readVersion(installed())).toBe('1.0.10')
  })

  it('installs nothing if the download breaks off', async () => {
    const breaking = createServer((request, response) => {
      void fetch(site.apiUrl + (request.url ?? ''))
        .then(async (answer) => new Uint8Array(await answer.arrayBuffer()))
        .then((bytes) => {
          if (!request.url?.endsWith('.tgz')) return response.end(bytes)
          response.setHeader('content-length', bytes.length)
          return response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
        })
    })
    await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve))
    cleanup.defer(() => breaking.close())
    const through = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`
    const script = (await visit(`${site.apiUrl}/install.sh`)).text.replaceAll(site.apiUrl, through)
    await writeFile(join(home, 'install.sh'), script)
    const installing = run('sh install.sh')
    expect((await installing.waitForExit()).code).toBe(1)
    expect(installing.stderr).toContain('could not be downloaded whole')
    expect(listPrefix()).toEqual(['bin', 'lib'])
  })

  it('does nothing if the script itself is truncated, at any line', async () => {
    const lines = (await visit(`${site.apiUrl}/install.sh`)).text.trimEnd().split('\n')
    expect(lines.at(-1)).toBe('main')
    await writeFile(join(home, 'script'), lines.join('\n'))
    const all = `for n in $(seq 1 ${lines.length - 1}); do head -n $n script | sh; done; true`
    expect((await run(all).waitForExit()).code).toBe(0)
    expect(readdirSync(home)).toEqual(['script'])
  })

  it('says that it may not write to a folder, before it downloads anything', async () => {
    await mkdir(join(home, '.local/bin'), { recursive: true })
    chmodSync(join(home, '.local/bin'), 0o555)
    const { code, said } = await install()
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('.local cannot be written to. CULVERT_PREFIX names another folder.'),
    ])
    expect(said).not.toContain('Downloading')
  })

  it('says that it does not check the signature if OpenSSL is missing, and installs with wget', async () => {
    const programs = 'sh uname wget tar gzip mkdir mktemp rm tr grep sed cut wc sha256sum awk mv cp cat head'
    const folder = join(home, 'programs')
    await mkdir(folder)
    for (const name of programs.split(' ')) symlinkSync(join('/usr/bin', name), join(folder, name))
    await writeFile(join(home, 'install.sh'), (await visit(`${site.apiUrl}/install.sh`)).text)
    const installing = run('', undefined, ['env', `PATH=${folder}`, '/bin/sh', 'install.sh'])
    expect([(await installing.waitForExit()).code, installing.stderr]).toEqual([0, ''])
    expect(installing.stdout).toContain('The signature is not checked')
    expect(await readVersion(installed())).toBe(version)
  })
})

describe('the scripts of the packages', () => {
  const folders = (process.env.PATH ?? '').split(':')
  const isInstalled = (program: string) => folders.some((folder) => existsSync(join(folder, program)))

  it.skipIf(!isInstalled('shellcheck'))('pass ShellCheck', () => {
    const scripts = ['install.sh', 'launcher.sh'].map((name) => join(projectFolder, 'agent/packaging', name))
    expect(String(execFileSync('shellcheck', ['--shell=sh', ...scripts]))).toBe('')
  })

  it.skipIf(!isInstalled('pwsh'))('can be parsed by PowerShell', () => {
    const script = join(projectFolder, 'agent/packaging/install.ps1')
    const parse = `$e = $null; [Management.Automation.Language.Parser]::ParseFile('${script}', [ref]$null, [ref]$e) | Out-Null; $e`
    expect(String(execFileSync('pwsh', ['-NoProfile', '-Command', parse])).trim()).toBe('')
  })
})
