import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeApiOnce } from '../testing/api.ts'

describe('a built web app', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-web-'))
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Culvert</title>')
    await writeFile(join(folder, 'assets', 'main-abc123.js'), 'export {}')
    await writeFile(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync('export {}'))
    await writeFile(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync('export {}'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  describeApiOnce(
    'when served',
    (api) => {
      const get = (path: string) => fetch(`${api.url}${path}`)

      it.each(['/', '/admin/gateway', '/signin?invite_token=x'])(
        'is found at %s, and revalidated each time',
        async (path) => {
          const response = await get(path)
          expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8'])
          expect(response.headers.get('cache-control')).toBe('no-cache')
          expect(await response.text()).toContain('<title>Culvert</title>')
        },
      )

      it('has assets that are immutable for a year, as they are named after their content', async () => {
        const response = await get('/assets/main-abc123.js')
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      })

      it.each(['br', 'gzip'])('is sent as the build compressed it, here with %s', async (encoding) => {
        const response = await fetch(`${api.url}/assets/main-abc123.js`, { headers: { 'accept-encoding': encoding } })
        expect(response.headers.get('content-encoding')).toBe(encoding)
        expect(response.headers.get('content-type')).toBe('text/javascript')
        expect(response.headers.get('vary')).toBe('Accept-Encoding')
        expect(await response.text()).toBe('export {}')
      })

      it.each(['/assets/gone.js', '/favicon.ico'])('does not stand in for the missing file %s', async (path) => {
        const response = await get(path)
        expect([response.status, await response.text()]).toEqual([404, 'Not found.\n'])
      })

      it.each(['/nowhere', '/admin/nowhere', '/docs/errors/more', '/.well-known/nothing'])(
        'answers the unknown path %s with 404 and the page',
        async (path) => {
          const response = await get(path)
          expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html;charset=utf-8'])
          expect(await response.text()).toContain('<title>Culvert</title>')
        },
      )

      it('serves no file outside its folder', async () => {
        const { port } = new URL(api.url)
        const type = await new Promise((resolve) => {
          const sent = request({ host: '127.0.0.1', port, path: '/../../../../etc/passwd' }, (response) => {
            response.resume()
            resolve(response.headers['content-type'])
          })
          sent.end()
        })
        expect(type).toBe('text/html;charset=utf-8')
      })

      it('accepts only GET and HEAD', async () => {
        const response = await fetch(`${api.url}/`, { method: 'POST', body: 'x' })
        expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      })

      it('sends Strict-Transport-Security if its public address is https', async () => {
        expect((await get('/')).headers.get('strict-transport-security')).toBe('max-age=31536000')
      })
    },
    () => ({ webFolder: folder, publicUrl: 'https://culvert.example.com' }),
  )
})

describeApiOnce('a web app that is not built', (api) => {
  it('says how to build it', async () => {
    const response = await fetch(api.url)
    expect([response.status, await response.text()]).toEqual([
      404,
      'The dashboard is not built: run `npm run build`.\n',
    ])
  })
})
