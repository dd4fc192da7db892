import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createServer, type TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { selectContext } from '../ingress/tls.ts'
import { openLocalAuthority } from './authority.ts'
import { createIssuedCertificates, openCertificateFolder, serveFirst } from './certificates.ts'
import type { CertificateFolder, Certificates, OnOwnCertificate } from './certificates.ts'

const revocationUrl = 'http://edge.test/authority.crl'

const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

describe('the local authority', () => {
  it('is created once and kept, with a key that only its owner may read', async () => {
    const folder = await temporaryFolder()
    const made = await openLocalAuthority(join(folder, 'tls'), revocationUrl)
    expect((await openLocalAuthority(join(folder, 'tls'), revocationUrl)).certificate).toBe(made.certificate)
    expect(await readFile(join(folder, 'tls', 'authority.crt'), 'utf8')).toBe(made.certificate)
    expect((await stat(join(folder, 'tls', 'authority.key'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'tls'))).mode & 0o777).toBe(0o700)
  })

  it('is shared by edges that start at the same time', async () => {
    const folder = await temporaryFolder()
    const opened = await Promise.all(Array.from({ length: 5 }, () => openLocalAuthority(folder, revocationUrl)))
    expect(new Set(opened.map(({ certificate }) => certificate)).size).toBe(1)
  })

  it('says to delete its key file if that is damaged', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'authority.key'), 'no key')
    await expect(openLocalAuthority(folder, revocationUrl)).rejects.toThrow(
      `${folder}/authority.key should hold a key and a certificate in PEM. Delete it to have a new authority made.`,
    )
  })

  it.each(['demo-ada.culvert.test', 'edge.test', '127.0.0.1'])(
    'vouches for %s to a client that trusts it',
    async (name) => {
      const authority = await openLocalAuthority(await temporaryFolder(), revocationUrl)
      const { chain, key } = await authority.issue(['*.culvert.test', 'edge.test', '127.0.0.1'])
      const server = createServer({ cert: chain, key })
      const port = await listen(server)
      const socket = connect({ port, host: '127.0.0.1', ca: authority.certificate, ...nameFor(name) })
      closers.push(() => socket.destroy())
      await once(socket, 'secureConnect')
      expect(socket.authorized).toBe(true)
    },
  )
})

describe('issued certificates', () => {
  const served = new Set(['one.culvert.test', 'two.culvert.test', 'example.test'])
  const open = async () => {
    const authority = await openLocalAuthority(await temporaryFolder(), revocationUrl)
    let made = 0
    const counting = {
      ...authority,
      issue: (names: readonly string[]) => {
        made += 1
        return authority.issue(names)
      },
    }
    const certificates = createIssuedCertificates(counting, 'edge.test', (name) => served.has(name))
    return { port: await serve(certificates), ca: authority.certificate, countMade: () => made }
  }

  it('cover every name that is served, with one certificate for each domain', async () => {
    const { port, ca, countMade } = await open()
    await Promise.all(['one.culvert.test', 'two.culvert.test', 'one.culvert.test'].map((name) => shake(port, name, ca)))
    await shake(port, 'example.test', ca)
    expect(countMade()).toBe(2)
  })

  it("are not issued for names that are not served; the edge's own covers its name and names of accounts below it", async () => {
    const { port, ca, countMade } = await open()
    for (const name of ['stranger.test', 'other.stranger.test', 'stranger.edge.test'])
      await expect(readNames(port, name, ca)).rejects.toThrow()
    for (const name of ['edge.test', 'abcdefghijklmnop2345.edge.test']) {
      expect((await shake(port, name, ca)).getPeerCertificate().subjectaltname).toMatch('DNS:edge.test')
    }
    expect(countMade()).toBe(1)
  })
})

describe('certificates in a folder', () => {
  it("are chosen by name: an exact one before a wildcard, and the edge's own for the edge itself", async () => {
    const { folder, ca, put } = await certificateFolder()
    await put('wild', ['*.culvert.test'])
    await put('exact', ['demo.culvert.test'])
    await put('own', ['edge.test'])
    const port = await serve(await openFolder(folder))
    expect(await readNames(port, 'demo.culvert.test', ca)).toBe('DNS:demo.culvert.test')
    expect(await readNames(port, 'other.culvert.test', ca)).toBe('DNS:*.culvert.test')
    for (const own of ['edge.test', 'localhost', 'abcdefghijklmnop2345.edge.test'])
      expect(await readNames(port, own, ca)).toBe('DNS:edge.test')
    for (const stranger of ['deep.other.culvert.test', 'stranger.test'])
      await expect(readNames(port, stranger, ca)).rejects.toThrow()
  })

  it('are reloaded when a file changes, while open connections continue', async () => {
    const { folder, ca, put } = await certificateFolder()
    await put('own', ['edge.test'])
    const port = await serve(await openFolder(folder))
    const open = await shake(port, 'edge.test', ca)
    await put('own', ['edge.test', 'new.test'])
    await until(async () => (await readNames(port, 'edge.test', ca)).includes('new.test'))
    open.write('still here')
    expect(String((await once(open, 'data'))[0])).toBe('still here')
  })

  it('stay in use if a changed file is invalid, until a valid one replaces it', async () => {
    const { folder, ca, put } = await certificateFolder()
    await put('own', ['edge.test'])
    const errors: string[] = []
    const port = await serve(await openFolder(folder, errors))
    await writeFile(join(folder, 'own.crt'), 'half a certif')
    await until(async () => errors.length > 0)
    expect(errors[0]).toMatch('own.crt is not readable as PEM.')
    expect(await readNames(port, 'edge.test', ca)).toBe('DNS:edge.test')
    await put('own', ['edge.test', 'mended.test'])
    await until(async () => (await readNames(port, 'edge.test', ca)).includes('mended.test'))
  })

  it('are loaded once they can be read, even if no file changes any more', async () => {
    const { folder, ca, put } = await certificateFolder()
    await put('own', ['edge.test'])
    const errors: string[] = []
    const port = await serve(await openFolder(folder, errors))
    // A renewal whose key cannot be read yet, as with the wrong owner: here it is a file with the same times.
    const renewed = await certificateFolder()
    await renewed.put('own', ['edge.test', 'renewed.test'])
    const at = new Date()
    await writeFile(join(folder, 'own.key'), 'not yet')
    await utimes(join(folder, 'own.key'), at, at)
    await cp(join(renewed.folder, 'own.crt'), join(folder, 'own.crt'))
    await until(async () => errors.some((line) => line.includes('own.key is not readable')))
    await cp(join(renewed.folder, 'own.key'), join(folder, 'own.key'))
    await utimes(join(folder, 'own.key'), at, at)
    const roots = ca + renewed.ca
    await until(async () => (await readNames(port, 'edge.test', roots)).includes('renewed.test'))
    expect(errors.filter((line) => line.includes('own.key is not readable'))).toHaveLength(1)
  })

  it.each<[string, (folder: string) => Promise<void>, string]>([
    ['holds no certificate', (folder) => rm(join(folder, 'own.crt')), 'holds no certificate'],
    ['lacks a key', (folder) => rm(join(folder, 'own.key')), 'own.key is missing.'],
    [
      'pairs a certificate with another key',
      (folder) => cp(join(folder, 'other', 'own.key'), join(folder, 'own.key')),
      'own.key is not the key of',
    ],
  ])('cannot be opened if the folder %s', async (_, spoil, message) => {
    const { folder, put } = await certificateFolder()
    await put('own', ['edge.test'])
    const other = await certificateFolder()
    await other.put('own', ['edge.test'])
    await cp(other.folder, join(folder, 'other'), { recursive: true })
    await spoil(folder)
    await expect(openCertificateFolder(folder, 'edge.test', pino({ level: 'silent' }))).rejects.toThrow(message)
  })
})

describe("certificates in a folder and the API's", () => {
  it("are each the edge's own while the folder has none, or has one", async () => {
    const { folder, put } = await certificateFolder()
    await put('other', ['other.test'])
    const opened = await openFolder(folder)
    closers.push(() => opened.close())
    let renew: OnOwnCertificate | undefined
    const rest: Certificates = {
      select: async () => undefined,
      followOwn: async (use) => {
        renew = use
        use({ chain: 'from the API', key: '' })
      },
      authority: undefined,
      listRevoked: undefined,
      close: () => {},
    }
    const used: string[] = []
    await serveFirst(opened, 'edge.test', rest).followOwn(({ chain }) => used.push(describeChain(chain)))
    expect(used).toEqual(['from the API'])
    await put('own', ['edge.test'])
    await until(async () => used.at(-1) === 'DNS:edge.test')
    renew?.({ chain: 'renewed', key: '' })
    expect(used).not.toContain('renewed')
    await rm(join(folder, 'own.crt'))
    await until(async () => used.at(-1) === 'renewed')
  })
})

/** Returns the names in a chain in PEM, or the text itself if it is none. */
function describeChain(chain: string): string {
  return chain.startsWith('-') ? (new X509Certificate(chain).subjectAltName ?? '') : chain
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'culvert-tls-'))
  closers.push(() => rm(folder, { recursive: true }))
  return folder
}

/** Creates a folder for certificates, and the authority that issues them. */
async function certificateFolder() {
  const folder = await temporaryFolder()
  const authority = await openLocalAuthority(await temporaryFolder(), revocationUrl)
  const put = async (name: string, names: string[]) => {
    const { chain, key } = await authority.issue(names)
    for (const [ending, text] of [
      ['key', key],
      ['crt', chain],
    ] as const) {
      await writeFile(join(folder, `${name}.${ending}.new`), text)
      await rename(join(folder, `${name}.${ending}.new`), join(folder, `${name}.${ending}`))
    }
  }
  return { folder, ca: authority.certificate, put }
}

async function openFolder(folder: string, errors: string[] = []): Promise<CertificateFolder> {
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(line) })
  return await openCertificateFolder(folder, 'edge.test', log, 20)
}

/** A TLS server that echoes what it receives. */
async function serve(certificates: Certificates): Promise<number> {
  closers.push(() => certificates.close())
  const server = createServer({
    SNICallback: selectContext(certificates, () => undefined),
  })
  server.on('secureConnection', (socket) => socket.on('error', () => undefined).pipe(socket))
  return await listen(server)
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

const nameFor = (name: string) => (/^[\d.]+$/.test(name) ? {} : { servername: name })

async function shake(port: number, servername: string, ca: string): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', servername, ca })
  closers.push(() => socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

/** Returns the names in the certificate that a client is shown, whether or not it would accept them. */
async function readNames(port: number, servername: string, ca: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', servername, ca, checkServerIdentity: () => undefined })
  await once(socket, 'secureConnect')
  const names = socket.getPeerCertificate().subjectaltname ?? ''
  socket.destroy()
  return names
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve))
}
