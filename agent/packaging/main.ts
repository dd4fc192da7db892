/** Makes the packages of the command for systems without Node: `npm run package -- [options] [targets]`. */
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  installerNames,
  type Manifest,
  manifestName,
  type PackagedFile,
  publicKeyName,
  signatureName,
} from '@culvert/schema/agent-packages'
import type { PackagedAs } from '../src/update/packaged-as.ts'
import { version } from '../src/version.ts'
import { bundleCommand, joinLicenses } from './bundle.ts'
import { buildExecutable } from './executable.ts'
import { type NodeFiles, unpackNode } from './runtimes.ts'
import { findTarget, nodeVersion, packagesFolder, type Target, targets } from './targets.ts'

const usage = `npm run package -- [options] [${targets.map(({ name }) => name).join('|')} …]

Packages the command for systems without Node: all of them, or those named. It takes Linux, GNU tar, and a strip that knows both processors (llvm).

  --key FILE    a private Ed25519 key in PEM, with which the manifest is signed: openssl genpkey -algorithm ed25519
  --out FOLDER  where to put the version's folder (agent/packages)`

const here = import.meta.dirname

await main(process.argv.slice(2))

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      out: { type: 'string', default: packagesFolder },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(`${usage}\n`)
  const wanted = positionals.length === 0 ? targets : positionals.map(findTarget)
  const key = values.key === undefined ? undefined : readKey(values.key)
  const publicKey = key === undefined ? null : String(createPublicKey(key).export({ type: 'spki', format: 'pem' }))
  const work = mkdtempSync(join(tmpdir(), 'culvert-package-'))
  try {
    const folder = join(work, 'out')
    mkdirSync(folder)
    const host = findTarget(`${process.platform}-${process.arch}`)
    const builder = unpackNode(host, join(work, 'builder'))
    const packages: PackagedFile[] = []
    for (const target of wanted)
      packages.push(await makePackage(target, builder, publicKey, folder, join(work, target.name)))
    describeFolder(folder, { version, packages }, key, publicKey)
    const out = join(values.out, version)
    rmSync(out, { recursive: true, force: true })
    mkdirSync(values.out, { recursive: true })
    cpSync(folder, out, { recursive: true })
    process.stdout.write(`${out}: ${key ? 'signed' : 'not signed, as no --key was given'}\n`)
  } finally {
    rmSync(work, { recursive: true })
  }
}

function readKey(file: string): KeyObject {
  const key = createPrivateKey(readFileSync(file))
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new Error(
      `expected an Ed25519 key in ${file}, got ${String(key.asymmetricKeyType)}: openssl genpkey -algorithm ed25519`,
    )
  }
  return key
}

/** Makes the package of a target. */
async function makePackage(
  target: Target,
  builder: NodeFiles,
  publicKey: string | null,
  folder: string,
  work: string,
): Promise<PackagedFile> {
  const isWindows = target.name.startsWith('win32')
  const root = join(work, 'root')
  const script = join(work, 'culvert.cjs')
  mkdirSync(join(root, 'bin'), { recursive: true })
  const facts: PackagedAs = { target: target.name, publicKey }
  const licenses = await bundleCommand({
    input: join(here, 'entry.ts'),
    file: script,
    format: 'cjs',
    target: 'node26',
    minify: true,
    define: { PACKAGED_AS: JSON.stringify(facts) },
  })
  const node = unpackNode(target, join(work, 'node'))
  const command = join(root, 'bin', isWindows ? 'culvert.exe' : 'culvert')
  if (target.kind === 'executable') {
    const isForThisSystem = target.name === `${process.platform}-${process.arch}`
    buildExecutable({
      builder: builder.executable,
      node: node.executable,
      script,
      isForThisSystem,
      output: command,
      folder: work,
    })
  } else {
    const lib = join(root, 'lib', `culvert-${version}`)
    mkdirSync(lib, { recursive: true })
    copyFileSync(node.executable, join(lib, 'node'))
    copyFileSync(script, join(lib, 'culvert.cjs'))
    writeFileSync(command, readFileSync(join(here, 'launcher.sh'), 'utf8').replaceAll('@VERSION@', version))
  }
  chmodSync(command, 0o755)
  const ofNode = readFileSync(node.license ?? builder.license ?? '', 'utf8')
  const own = readFileSync(join(here, '../../LICENSE'), 'utf8')
  const all = [
    { name: 'culvert', text: own },
    { name: `Node.js ${nodeVersion}`, text: ofNode },
  ]
  writeFileSync(join(root, 'LICENSES.txt'), `${joinLicenses(all)}\n${'='.repeat(80)}\n\n${licenses}`)

  // Not .tar.gz, because some servers send it with a Content-Encoding that clients undo.
  const file = `culvert-${target.name}.${target.kind === 'folder' ? 'tar.xz' : 'tgz'}`
  compress(root, join(folder, file))
  const bytes = readFileSync(join(folder, file))
  rmSync(work, { recursive: true })
  process.stdout.write(`${file}: ${(bytes.length / 1e6).toFixed(1)} MB\n`)
  return { target: target.name, file, size: bytes.length, sha256: digestOf(bytes) }
}

/** Writes an archive that is the same for the same content, whatever the umask. What root unpacks, every user may read. */
function compress(root: string, file: string): void {
  const sameForAll = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--mode=u=rwX,go=rX']
  // Node's zlib would be faster, but its archives are 3 % larger. A Mac can unpack xz without another program, and its Node cannot be stripped.
  const program = file.endsWith('.xz') ? 'xz -6 --threads=1' : 'gzip -9 --no-name'
  execFileSync('tar', [...sameForAll, `--use-compress-program=${program}`, '-cf', file, '-C', root, '.'])
}

/**
 * Writes the files that downloads are checked against: the sums, the manifest, and, if there is a key, its signature and the key that verifies it. Beside them are the
 * installers, into which a server puts its address.
 */
function describeFolder(
  folder: string,
  manifest: Manifest,
  key: KeyObject | undefined,
  publicKey: string | null,
): void {
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)
  const sums = manifest.packages.map(({ file, sha256 }) => `${sha256}  ${file}\n`)
  writeFileSync(join(folder, manifestName), bytes)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  for (const name of installerNames) {
    const script = readFileSync(join(here, name), 'utf8')
    const filled = script.replaceAll('@VERSION@', version).replaceAll('@PUBLIC_KEY@', (publicKey ?? '').trim())
    writeFileSync(join(folder, name), filled)
  }
  if (key === undefined || publicKey === null) return
  writeFileSync(join(folder, signatureName), sign(undefined, bytes, key))
  writeFileSync(join(folder, publicKeyName), publicKey)
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
