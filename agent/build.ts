/**
 * Builds the package of the `culvert` command that an installation serves: `npm run build -w @culvert/agent`.
 *
 * One JavaScript file with all that it needs: Node 20 runs no TypeScript, and the other packages are published nowhere.
 */
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import manifest from './package.json' with { type: 'json' }
import { version } from './src/version.ts'

const here = import.meta.dirname
const outFolder = join(here, 'dist')
const packageFolder = join(outFolder, 'package')

rmSync(outFolder, { recursive: true, force: true })
mkdirSync(packageFolder, { recursive: true })

const { output } = await build({
  input: join(here, 'src/packaged.ts'),
  platform: 'node',
  transform: { target: 'node20' },
  // Native helpers of ws that nobody installs: it does without.
  external: ['bufferutil', 'utf-8-validate'],
  output: {
    file: join(packageFolder, 'culvert.js'),
    banner: '#!/usr/bin/env node',
    codeSplitting: false,
  },
})

const { name, description, bin, type } = { ...manifest, bin: { culvert: 'culvert.js' } }
const published = { name, version, description, license: 'MIT', type, bin, engines: { node: '>=20' } }
writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`)
writeFileSync(join(packageFolder, 'README.md'), readFileSync(join(here, 'README.md')))
writeFileSync(join(packageFolder, 'LICENSE'), readFileSync(join(here, '../LICENSE')))
writeFileSync(join(packageFolder, 'LICENSES.txt'), collectLicenses())
execFileSync('npm', ['pack', '--silent', '--pack-destination', outFolder], { cwd: packageFolder, stdio: 'ignore' })
rmSync(packageFolder, { recursive: true })

/** The licenses of the libraries in the bundle, which ask to be passed on with it. */
function collectLicenses(): string {
  const folders = new Set<string>()
  for (const chunk of output) {
    for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
      const folder = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(id)?.[0]
      if (folder) folders.add(folder)
    }
  }
  return [...folders]
    .toSorted()
    .flatMap((folder) => globSync(join(folder, 'LICENSE*')))
    .map((file) => `${file.split(/[/\\]/).at(-2)}\n\n${readFileSync(file, 'utf8')}`)
    .join(`\n${'='.repeat(80)}\n\n`)
}
