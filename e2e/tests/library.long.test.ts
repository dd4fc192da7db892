import { execFileSync } from 'node:child_process'
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { publicUrlPattern } from '../src/agent.ts'
import { createCleanup } from '../src/cleanup.ts'
import { type Site, createTempFolder, planSite, startStandalone } from '../src/culvert.ts'
import { type Person, signUp } from '../src/people.ts'
import { projectFolder, startProcess } from '../src/processes.ts'
import { runtimes, unpackAgent } from '../src/runtimes.ts'
import { visit } from '../src/visit.ts'

/** A program that opens a tunnel to itself, answers one visitor and ends. Only the tunnel keeps it running. */
const program = `
import { createServer } from 'node:http'
import { CulvertError, listen } from '@culvert/agent'
import type { ListenOptions, TunnelEvent } from '@culvert/agent'

const options: ListenOptions = { name: 'library', responseHeaders: { add: { 'X-By': 'library' } } }
try {
  await listen(3000, { gateway: 'not-there' })
} catch (error) {
  if (error instanceof CulvertError) console.log('code', error.code satisfies string)
}
const server = createServer((request, response) => response.end(\`hello \${request.url}\`))
{
  await using tunnel = await listen(server, options)
  const told = new Promise<TunnelEvent>((resolve) => tunnel.once('request', resolve))
  console.log(tunnel.url)
  const event = await told
  if (event.event === 'request') console.log('answered', event.path, event.status)
}
console.log('closed', server.listening)
`

/** A configuration of Vite with the plugin. */
const viteConfig = `
import culvert from '@culvert/agent/vite'
import type { CulvertPluginOptions } from '@culvert/agent/vite'
import { defineConfig } from 'vite'

const options: CulvertPluginOptions = { gateway: 'demo' }
export default defineConfig({ plugins: [culvert(options)] })
`

const cleanup = createCleanup()
let site: Site
let ada: Person
/** A folder in which the package is installed. */
let folder: string

beforeAll(async () => {
  site = await planSite(cleanup)
  await startStandalone(cleanup, site)
  ada = await signUp(site, 'Ada')
  folder = await createTempFolder(cleanup)
  const installed = join(folder, 'node_modules', '@culvert')
  await mkdir(installed, { recursive: true })
  await rename(dirname(await unpackAgent(cleanup, site)), join(installed, 'agent'))
  await mkdir(join(folder, 'node_modules', '@types'))
  await symlink(join(projectFolder, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
  await symlink(join(projectFolder, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }\n')
  await symlink(join(projectFolder, 'node_modules/vite'), join(folder, 'node_modules/vite'))
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'vite.config.ts'), viteConfig)
})

describe('the library in the package', () => {
  it.each([
    { module: 'esnext', moduleResolution: 'bundler' },
    { module: 'nodenext', moduleResolution: 'nodenext' },
  ])('has types for programs and for Vite with module resolution $moduleResolution', async (options) => {
    await compile(options, ['program.ts', 'vite.config.ts'])
  })

  it.each(runtimes.filter(({ name }) => name === 'node20' || name === 'node24'))(
    'gives a server that does not listen a public URL on $name, and the program ends with the tunnel',
    async ({ node }) => {
      await compile({ module: 'nodenext', moduleResolution: 'nodenext' })
      const { secret } = await ada.createAuthToken()
      const running = startProcess(node, ['program.js'], {
        cwd: folder,
        env: { CULVERT_SERVER: site.apiUrl, CULVERT_AUTHTOKEN: secret, CULVERT_CONFIG_DIR: join(folder, 'none') },
      })
      cleanup.defer(() => running.stop())
      const [url] = await running.waitForOutput(publicUrlPattern)
      const answer = await visit(`${url}/from-afar`)
      expect([answer.status, answer.text, answer.headers.get('x-by')]).toEqual([200, 'hello /from-afar', 'library'])
      expect(await running.waitForExit()).toEqual({ code: 0, signal: null })
      expect(running.stdout).toBe(`code GATEWAY_REFUSED\n${url}\nanswered /from-afar 200\nclosed false\n`)
    },
  )
})

/** Compiles the program as a user's build does, for Node 20. */
async function compile(moduleOptions: object, files = ['program.ts']): Promise<void> {
  const compilerOptions = {
    ...moduleOptions,
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'esnext.disposable'],
    types: ['node'],
    skipLibCheck: false,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  try {
    execFileSync(join(projectFolder, 'node_modules/.bin/tsc'), { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    throw new Error(String(Reflect.get(Object(error), 'stdout')), { cause: error })
  }
}
