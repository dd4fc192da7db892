import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { get as request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { setBrandName } from '../features/site/operator.ts'
import { describeApiOnce } from '../testing/api.ts'
import { PublicPages } from './public-pages.ts'

const shell = '<!doctype html><title>Shell</title>'

/** Renders pages with the product's name, as the real program does, or fails with the text of the file `instead`. Leaves a mark when it starts. */
const program = `
import { appendFileSync, readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
appendFileSync(new URL('begun', import.meta.url), '.')
const instead = readFileSync(new URL('instead', import.meta.url), 'utf8')
if (instead) throw new Error(instead)
process.on('message', ({ result }) => {
  const draw = (path, text) => {
    const html = Buffer.from(text + ' ' + result.data.site.brandName + ' ' + Object.keys(process.env))
    return { path, listed: path !== undefined, html, brotli: brotliCompressSync(html), gzip: gzipSync(html) }
  }
  const pages = [draw('/pricing', 'Prices of'), draw('/docs', 'About'), draw(undefined, 'Not at')]
  process.send({ kind: 'pages', shell: ${JSON.stringify(shell)}, pages }, () => process.disconnect())
})
process.send({ kind: 'query', id: 1, query: '{ site { brandName } }', variables: {} })
`

describe('public pages', () => {
  let folder = ''
  const file = (...names: string[]) => join(folder, ...names)
  const countDrawings = async () => (await readFile(file('prerender', 'dist', 'begun'), 'utf8')).length
  const fail = (fault: string) => writeFile(file('prerender', 'dist', 'instead'), fault)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-web-'))
    await mkdir(file('dist'))
    await mkdir(file('prerender', 'dist'), { recursive: true })
    await writeFile(file('dist', 'index.html'), shell)
    await writeFile(file('prerender', 'dist', 'main.js'), program)
    await writeFile(file('prerender', 'package.json'), '{ "type": "module" }')
    await writeFile(file('prerender', 'dist', 'begun'), '')
    await fail('')
  })
  afterAll(() => rm(folder, { recursive: true }))

  describeApiOnce(
    'rendered by the server',
    (api) => {
      const get = (path: string, init?: RequestInit) => fetch(`${api.url}${path}`, init)
      const read = async (path: string) => await (await get(path)).text()
      const rename = async (name: string) => {
        await setBrandName(api.app, name)
        await api.runJobs()
      }
      const waitUntilServed = (path: string, text: string) =>
        vi.waitUntil(async () => (await read(path)).startsWith(text), { timeout: 30_000 })

      it('are rendered once one is requested, not for screens behind a sign-in or after a change', async () => {
        for (const path of ['/signin', '/signup', '/admin', '/admin/agents', '/assets/none.js']) await get(path)
        await rename('Qanat')
        expect(await countDrawings()).toBe(0)
        const [first, second] = await Promise.all(['/pricing', '/pricing'].map(read))
        expect([first, second].every((page) => page?.startsWith('Prices of Qanat'))).toBe(true)
        expect(await countDrawings()).toBe(1)
        await rename('Culvert')
      })

      it('are rendered after a minute if none is requested', async () => {
        const before = await countDrawings()
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
        const pages = new PublicPages(api.app, api.bounding)
        try {
          await pages.start()
          vi.advanceTimersByTime(60_000)
          vi.useRealTimers()
          await vi.waitUntil(async () => (await countDrawings()) > before, { timeout: 30_000 })
        } finally {
          vi.useRealTimers()
          await pages.close()
        }
      })

      it('show the data of this installation, and are rendered again when it changes', async () => {
        await waitUntilServed('/pricing', 'Prices of Culvert')
        await rename('Aqueduct')
        await waitUntilServed('/pricing', 'Prices of Aqueduct')
        expect(await read('/pricing/')).toMatch(/^Prices of Aqueduct/)
      })

      it('are rendered by a process that does not inherit the environment, which holds secrets', async () => {
        expect((await read('/pricing')).trimEnd()).toMatch(/^Prices of Aqueduct NODE_ENV(,NODE_CHANNEL_\w+)*$/)
      })

      it('are sent again only if they have changed, vary by Accept-Encoding, and have no body for HEAD', async () => {
        const first = await get('/pricing', { headers: { 'accept-encoding': 'identity' } })
        expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual(['no-cache', 'Accept-Encoding'])
        const etag = first.headers.get('etag') ?? ''
        const again = await get('/pricing', { headers: { 'if-none-match': etag } })
        expect([again.status, await again.text()]).toEqual([304, ''])
        const head = await get('/pricing', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
        expect([head.status, head.headers.get('content-length')]).toEqual([200, first.headers.get('content-length')])
        expect(await head.text()).toBe('')
      })

      it.each([
        ['br', 'gzip, deflate, br, zstd', brotliCompressSync],
        ['gzip', 'gzip, deflate', gzipSync],
      ])('are sent in %s to a client that accepts %s, as the program compressed them', async (name, accepted, pack) => {
        const page = await (await get('/pricing', { headers: { 'accept-encoding': 'identity' } })).bytes()
        // `fetch` would decompress it.
        const sent = request(`${api.url}/pricing`, { headers: { 'accept-encoding': accepted } })
        const [response] = (await once(sent, 'response')) as [IncomingMessage]
        expect(response.headers['content-encoding']).toBe(name)
        expect(await buffer(response)).toEqual(pack(page))
      })

      it('are not served in place of other screens, and unknown paths get 404', async () => {
        const statuses = await Promise.all(
          ['/nowhere', '/docs/nowhere', '/admin/nowhere', '/signup', '/robots.txt', '/sitemap.xml'].map(
            async (path) => {
              const response = await get(path)
              return [path, response.status, (await response.text()).split(/[ \n]/)[0]]
            },
          ),
        )
        expect(statuses).toEqual([
          ['/nowhere', 404, 'Not'],
          ['/docs/nowhere', 404, 'Not'],
          ['/admin/nowhere', 404, '<!doctype'],
          ['/signup', 200, '<!doctype'],
          ['/robots.txt', 200, 'User-agent:'],
          ['/sitemap.xml', 200, '<?xml'],
        ])
        expect(await read('/sitemap.xml')).toContain('<loc>http://localhost:4000/pricing</loc>')
      })

      it('give way to the empty page if rendering fails, which is logged once', async () => {
        const log = vi.spyOn(api.app.log, 'warn')
        const failed = () => vi.waitUntil(() => log.mock.calls.length > 0, { timeout: 30_000 })
        await fail('The machine is on fire.')
        await rename('Culvert')
        await failed()
        expect(await read('/pricing')).toBe(shell)
        const sitemap = await get('/sitemap.xml')
        expect([sitemap.status, sitemap.headers.get('retry-after')]).toEqual([503, '60'])

        const attempts = await countDrawings()
        await rename('Aqueduct')
        await vi.waitUntil(async () => (await countDrawings()) > attempts, { timeout: 30_000 })
        await fail('')
        // Rendered once the attempts before it have ended.
        await rename('Viaduct')
        await waitUntilServed('/pricing', 'Prices of Viaduct')
        expect(log.mock.calls).toEqual([
          [
            { err: expect.objectContaining({ message: expect.stringContaining('The machine is on fire.') }) },
            'public pages not rendered: browsers render them until a later attempt succeeds',
          ],
        ])
        log.mockRestore()
      })

      it('of an earlier build are not served: they name files that are gone', async () => {
        await writeFile(file('dist', 'index.html'), '<!doctype html><title>Newer</title>')
        expect(await read('/pricing')).toBe('<!doctype html><title>Newer</title>')
        await writeFile(file('dist', 'index.html'), shell)
        await utimes(file('dist', 'index.html'), 1, 1)
        await waitUntilServed('/pricing', 'Prices of Viaduct')
      })
    },
    () => ({ webFolder: file('dist') }),
  )
})
