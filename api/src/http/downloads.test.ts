import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../features/site/service.ts'
import { describeApiOnce } from '../testing/api.ts'
import { AgentPackagesDocument } from '../testing/generated/documents.ts'

describe('packages for systems without Node', () => {
  let packagesFolder: string
  const file = 'culvert-linux-x64.tgz'
  const bytes = Buffer.from('an archive')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const manifest = { version, packages: [{ target: 'linux-x64', file, size: bytes.length, sha256 }] }

  beforeAll(async () => {
    packagesFolder = await mkdtemp(join(tmpdir(), 'culvert-packages-'))
    const folder = join(packagesFolder, version)
    await mkdir(folder)
    const { publicKey } = generateKeyPairSync('ed25519')
    await writeFile(join(folder, file), bytes)
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
    await writeFile(join(folder, 'signing-key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
    await writeFile(join(folder, 'install.sh'), `server='@SERVER@'\n`)
  })
  afterAll(() => rm(packagesFolder, { recursive: true }))

  describeApiOnce(
    'that were built',
    (api) => {
      const get = async (path: string) => {
        const response = await fetch(`${api.url}${path}`)
        return { response, text: await response.text() }
      }

      it('are served unchanged and cached as immutable: their URL contains their version', async () => {
        const { response, text } = await get(`/download/${version}/${file}`)
        expect([response.status, text]).toEqual([200, 'an archive'])
        expect(response.headers.get('content-encoding')).toBe(null)
        expect(response.headers.get('content-type')).toBe('application/gzip')
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      })

      it('can be resumed with a range request', async () => {
        const rest = await fetch(`${api.url}/download/${version}/${file}`, { headers: { range: 'bytes=3-' } })
        expect([rest.status, await rest.text()]).toEqual([206, 'archive'])
      })

      it('have a manifest without a version in its URL, which is served with no-cache', async () => {
        const { response, text } = await get('/download/manifest.json')
        expect(JSON.parse(text)).toEqual(manifest)
        expect(response.headers.get('cache-control')).toBe('no-cache')
      })

      it('come with an installer that contains the address of this installation', async () => {
        const { response, text } = await get('/install.sh')
        expect([response.status, text]).toEqual([200, `server='https://culvert.example.com'\n`])
        expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      })

      it('are listed with their checksums and the fingerprint of the signing key as openssl computes it', async () => {
        const { site } = await api.client().run(AgentPackagesDocument, {})
        const url = `https://culvert.example.com/download/${version}/${file}`
        const pem = join(packagesFolder, version, 'signing-key.pem')
        const der = execFileSync('openssl', ['pkey', '-pubin', '-in', pem, '-outform', 'DER'])
        expect(site.agentPackages).toEqual({
          signingKey: createHash('sha256').update(der).digest('hex'),
          packages: [{ target: 'linux-x64', url, sizeBytes: bytes.length, sha256 }],
        })
      })

      it.each([`/download/0.0.1/${file}`, `/download/${version}/..%2F..%2Fsecret`, `/download/${version}/gone.tgz`])(
        'are not found at %s',
        async (path) => {
          expect(await get(path)).toMatchObject({
            response: { status: 404 },
            text: 'This installation has no such package: /download names the one that it serves.\n',
          })
        },
      )
    },
    () => ({ packagesFolder, publicUrl: 'https://culvert.example.com' }),
  )
})

describeApiOnce(
  'an installation without packages for systems without Node',
  (api) => {
    it('lists no packages, and answers /install.sh with 404', async () => {
      expect((await api.client().run(AgentPackagesDocument, {})).site.agentPackages).toBe(null)
      const response = await fetch(`${api.url}/install.sh`)
      expect([response.status, await response.text()]).toEqual([
        404,
        'This installation has packages for Node only: see /download.\n',
      ])
    })
  },
  () => ({ packagesFolder: '/nowhere' }),
)
