import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** The largest packed screen in bytes: every agent carries it. */
const bytesMax = 250_000

/** Packs all files of the build into one, which the agent carries: brotli of JSON, keyed by path. */
export function packScreen(colorScheme: string): Plugin {
  return {
    name: 'pack-screen',
    apply: 'build',
    writeBundle({ dir = '.' }, bundle) {
      const script = { type: types['.js'] ?? '', content: readFileSync(colorScheme, 'utf8') }
      const files: Record<string, { type: string; content: string }> = { '/color-scheme.js': script }
      for (const output of Object.values(bundle)) {
        const type = types[/\.\w+$/.exec(output.fileName)?.[0] ?? '']
        if (type === undefined) throw new Error(`The agent serves no file like ${output.fileName}.`)
        const content = output.type === 'chunk' ? output.code : Buffer.from(output.source).toString()
        files[output.fileName === 'index.html' ? '/' : `/${output.fileName}`] = { type, content }
      }
      const packed = brotliCompressSync(JSON.stringify(files))
      if (packed.length > bytesMax) {
        throw new Error(`The inspector takes ${packed.length} bytes; ${bytesMax} are allowed.`)
      }
      writeFileSync(join(dir, 'screen.br'), packed)
    },
  }
}
