/**
 * Builds the package that an installation serves: `npm run build -w @culvert/agent`. It has the `culvert` command and the library.
 *
 * The command is one JavaScript file with everything that it needs; code that only one of its commands needs is in files beside it. The library is bundled too:
 * Node 20 runs no TypeScript, and the other packages are not published anywhere.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from './package.json' with { type: 'json' }
import { bundleCommand } from './packaging/bundle.ts'
import { bundleLibrary } from './packaging/library.ts'
import { version } from './src/version.ts'

const here = import.meta.dirname
const outFolder = join(here, 'dist')
const packageFolder = join(outFolder, 'package')

rmSync(outFolder, { recursive: true, force: true })
mkdirSync(packageFolder, { recursive: true })

const licenses = await bundleCommand({
  input: join(here, 'src/packaged.ts'),
  file: join(packageFolder, 'culvert.js'),
  format: 'esm',
  target: 'node20',
  banner: '#!/usr/bin/env node',
  splits: true,
})

// Whatever is bundled into the library is bundled into the command too.
const exports = await bundleLibrary(packageFolder)

const { name, description, bin, type } = { ...manifest, bin: { culvert: 'culvert.js' } }
const man = ['culvert.1']
const published = { name, version, description, license: 'MIT', type, bin, man, exports, engines: { node: '>=20' } }
writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`)
writeFileSync(join(packageFolder, 'README.md'), readFileSync(join(here, 'README.md')))
writeFileSync(join(packageFolder, 'culvert.1'), readFileSync(join(here, 'man/culvert.1')))
writeFileSync(join(packageFolder, 'LICENSE'), readFileSync(join(here, '../LICENSE')))
writeFileSync(join(packageFolder, 'LICENSES.txt'), licenses)
execFileSync('npm', ['pack', '--silent', '--pack-destination', outFolder], { cwd: packageFolder, stdio: 'ignore' })
rmSync(packageFolder, { recursive: true })
