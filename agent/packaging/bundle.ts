import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'rolldown'
import type { Plugin } from 'rolldown'
import { requireNodeHttp } from './node-http.ts'

interface BundleOptions {
  input: string
  /** The script to write. */
  file: string
  format: 'esm' | 'cjs'
  /** The oldest Node that runs it. */
  target: string
  banner?: string
  minify?: boolean
  /** Whether code that only one command needs goes into files beside the script, so that the other commands start without it. */
  splits?: boolean
  /** The replacements for names. */
  define?: Record<string, string>
}

const withoutValidator: Plugin = {
  name: 'without-validator',
  resolveId: {
    filter: { id: /^\.\.\/validation\/ajv-provider\.js$/ },
    handler: () => join(import.meta.dirname, 'no-validator.ts'),
  },
}

/** Writes the command with everything that it needs as one script, or as one with parts beside it. Returns the licenses of the bundled libraries, which must be passed on with it. */
export async function bundleCommand({
  input,
  file: script,
  target,
  define,
  banner = '',
  splits = false,
  ...output
}: BundleOptions): Promise<string> {
  const bundle = await build({
    input,
    platform: 'node',
    transform: { target, define: { ...define, culvertScreen: JSON.stringify(readInspector()) } },
    // Native helpers of ws that are never installed: ws works without them.
    external: ['bufferutil', 'utf-8-validate'],
    plugins: [withoutValidator, ...(output.format === 'esm' ? [requireNodeHttp] : [])],
    output: {
      ...output,
      dir: dirname(script),
      entryFileNames: basename(script),
      chunkFileNames: 'parts/[name]-[hash].js',
      banner: ({ isEntry }) => (isEntry ? banner : ''),
      codeSplitting: splits,
    },
  })
  const folders = new Set<string>()
  for (const chunk of bundle.output) {
    for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
      const folder = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(id)?.[0]
      if (folder) folders.add(folder)
    }
  }
  return joinLicenses(
    [...folders]
      .toSorted()
      .flatMap((folder) => globSync(join(folder, 'LICENSE*')))
      .map((file) => {
        return { name: file.split(/[/\\]/).at(-2) ?? '', text: readFileSync(file, 'utf8') }
      }),
  )
}

/** Returns the inspector's screen, which `npm run build` makes, in base64. */
function readInspector(): string {
  return readFileSync(join(import.meta.dirname, '../../web/inspector/dist/screen.br')).toString('base64')
}

/** Joins licenses to one text. */
export function joinLicenses(licenses: readonly { name: string; text: string }[]): string {
  return licenses.map(({ name, text }) => `${name}\n\n${text}`).join(`\n${'='.repeat(80)}\n\n`)
}
