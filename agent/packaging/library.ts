import { join } from 'node:path'
import { build } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { requireNodeHttp } from './node-http.ts'

const root = join(import.meta.dirname, '../..')
const sources = 'agent/src/library'

/** The entry points of the library: what a program imports, the module behind it, and the one that declares its types. */
const doors = [
  { name: '.', file: 'index', code: 'packaged.ts', types: 'index.ts' },
  { name: './vite', file: 'vite', code: 'packaged-vite.ts', types: 'vite.ts' },
] as const

/** Passes on errors that end the build. The plugin's other warning is that TypeScript 7 has no API yet, which it does not need. */
const quiet = { info() {}, warn() {}, error: (message: string) => void process.stderr.write(`${message}\n`) }

/** Writes the library with everything that it needs, and its types, into a folder. Returns the `exports` of its package.json. */
export async function bundleLibrary(folder: string): Promise<Record<string, object>> {
  const external = /^(?:node:(?!http$)|vite$|bufferutil$|utf-8-validate$)/
  await build({
    cwd: root,
    input: Object.fromEntries(doors.map(({ file, code }) => [file, `${sources}/${code}`])),
    platform: 'node',
    transform: { target: 'node20' },
    external,
    plugins: [requireNodeHttp],
    output: { dir: folder, format: 'esm', chunkFileNames: 'library-[hash].js' },
  })
  await build({
    cwd: root,
    input: Object.fromEntries(doors.map(({ file, types }) => [file, `${sources}/${types}`])),
    platform: 'node',
    plugins: [dts({ emitDtsOnly: true, tsconfig: join(root, 'tsconfig.library.json'), logger: quiet })],
    external,
    output: { dir: folder, format: 'esm', chunkFileNames: 'library-[hash].js' },
  })
  return Object.fromEntries(
    doors.map(({ name, file }) => [name, { types: `./${file}.d.ts`, default: `./${file}.js` }] as const),
  )
}
