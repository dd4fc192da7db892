/** Builds the package that an installation serves: `npm run build -w @culvert/client`. It needs only `fetch`; its subscriptions use graphql-ws. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import manifest from './package.json' with { type: 'json' }
import workspace from '../package.json' with { type: 'json' }

const here = import.meta.dirname
const root = join(here, '..')
const outFolder = join(here, 'dist')
const packageFolder = join(outFolder, 'package')

rmSync(outFolder, { recursive: true, force: true })
mkdirSync(packageFolder, { recursive: true })

/** Passes on errors that end the build. The plugin's other warning is that TypeScript 7 has no API yet, which it does not need. */
const quiet = { info() {}, warn() {}, error: (message: string) => void process.stderr.write(`${message}\n`) }
const input = { index: 'client/src/index.ts', subscriptions: 'client/src/subscriptions.ts' }
const output = { dir: packageFolder, format: 'esm', chunkFileNames: 'shared-[hash].js' } as const

await build({
  cwd: root,
  input,
  platform: 'neutral',
  transform: { target: 'es2022' },
  external: ['graphql-ws'],
  output,
})
await build({
  cwd: root,
  input,
  platform: 'neutral',
  plugins: [dts({ emitDtsOnly: true, tsconfig: join(root, 'tsconfig.client.json'), logger: quiet })],
  external: ['graphql-ws'],
  output,
})

const { name, description, devDependencies } = manifest
const published = {
  name,
  version: workspace.version,
  description,
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  exports: {
    '.': { types: './index.d.ts', default: './index.js' },
    './subscriptions': { types: './subscriptions.d.ts', default: './subscriptions.js' },
  },
  peerDependencies: { 'graphql-ws': `^${devDependencies['graphql-ws']}` },
  peerDependenciesMeta: { 'graphql-ws': { optional: true } },
  engines: { node: '>=20' },
}
writeFileSync(join(packageFolder, 'package.json'), `${JSON.stringify(published, undefined, 2)}\n`)
const readme = readFileSync(join(here, 'README.md'), 'utf8').replace('VERSION', workspace.version)
writeFileSync(join(packageFolder, 'README.md'), readme)
cpSync(join(here, '../LICENSE'), join(packageFolder, 'LICENSE'))
execFileSync('npm', ['pack', '--silent', '--pack-destination', outFolder], { cwd: packageFolder, stdio: 'ignore' })
rmSync(packageFolder, { recursive: true })
