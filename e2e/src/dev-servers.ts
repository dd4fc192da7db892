import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { App } from './apps.ts'
import type { Cleanup } from './cleanup.ts'
import { createTempFolder, untilServed } from './culvert.ts'
import { findSparePorts } from './ports.ts'
import { startNode } from './processes.ts'

const require = createRequire(import.meta.url)

/** A Vite project that a test can edit. */
export interface ViteApp extends App {
  /** Changes the text that the page shows. */
  edit(text: string): Promise<void>
}

/** Starts Vite's dev server on a small project whose page shows `text`, and updates by hot reload. */
export async function startVite(cleanup: Cleanup, text: string): Promise<ViteApp> {
  const folder = await createTempFolder(cleanup)
  const edit = await writeViteProject(folder, text)
  const port = await startOnSparePort(cleanup, viteBin, folder, (spare) => ['--port', spare, '--strictPort'])
  return { port, edit }
}

/** Vite's command. */
export const viteBin = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js')

/** Writes a small project whose page shows `text`, and updates by hot reload. Returns a function that changes the text. */
export async function writeViteProject(folder: string, text: string): Promise<ViteApp['edit']> {
  const edit = (changed: string) => writeFile(join(folder, 'text.js'), `export default ${JSON.stringify(changed)}\n`)
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><title>Vite app</title><h1></h1><script type="module" src="/main.js"></script>\n',
  )
  await writeFile(
    join(folder, 'main.js'),
    `import text from './text.js'
     const show = (shown) => { document.querySelector('h1').textContent = shown }
     show(text)
     import.meta.hot.accept('./text.js', (changed) => show(changed.default))\n`,
  )
  await edit(text)
  return edit
}

/** Starts json-server on an empty list of notes. */
export async function startJsonServer(cleanup: Cleanup): Promise<App> {
  const folder = await createTempFolder(cleanup)
  await writeFile(join(folder, 'db.json'), JSON.stringify({ notes: [] }))
  const port = await startOnSparePort(cleanup, require.resolve('json-server/lib/cli/bin.js'), folder, (spare) => [
    '--port',
    spare,
    '--quiet',
    'db.json',
  ])
  return { port }
}

async function startOnSparePort(
  cleanup: Cleanup,
  script: string,
  folder: string,
  args: (port: string) => string[],
): Promise<number> {
  const [port = 0] = await findSparePorts(1)
  const server = startNode(script, args(String(port)), { cwd: folder })
  cleanup.defer(() => server.stop())
  await untilServed(server, `http://localhost:${port}/`)
  return port
}
