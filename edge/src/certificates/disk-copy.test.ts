import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../testing/queue.ts'
import { listCopies, namesOf, openServing, until } from '../testing/served-edge.ts'

afterEach(closeAll)

const unrecognized = { code: 'ERR_SSL_TLSV1_UNRECOGNIZED_NAME' }

describe('a certificate that the edge has seen', () => {
  it('is stored on disk with its key sealed, readable by its owner only', async () => {
    const { data, put, startEdge } = await openServing()
    await put('demo.test')
    const { shake } = await startEdge()
    await shake('demo.test')
    await until(async () => (await listCopies(data)).length === 1)
    const [path = ''] = await listCopies(data)
    expect(await readFile(path, 'utf8')).not.toMatch('PRIVATE KEY')
    expect(path).not.toMatch('demo')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(data, 'tls', 'served'))).mode & 0o777).toBe(0o700)
  })

  it('is removed from disk at startup if it has not been renewed for 401 days', async () => {
    const { data, put, startEdge } = await openServing()
    for (const name of ['old.test', 'demo.test']) await put(name)
    const first = await startEdge()
    for (const name of ['old.test', 'demo.test']) await first.shake(name)
    await until(async () => (await listCopies(data)).length === 2)
    await first.edge.close({ graceMs: 0 })
    const [path = '', other] = await listCopies(data)
    const longAgo = new Date(Date.now() - 401 * 24 * 60 * 60 * 1_000)
    await utimes(path, longAgo, longAgo)
    await startEdge()
    expect(await listCopies(data)).toEqual([other])
  })

  it('is served from disk while the API is away, also after a restart, and names without one are refused', async () => {
    const { api, data, put, startEdge } = await openServing()
    for (const name of ['edge.test', 'demo.test', '*.culvert.test']) await put(name)
    // With one certificate in memory, each of the others comes from disk.
    const environment = { EDGE_CERTIFICATES_MAX: '1' }
    const first = await startEdge({ environment })
    for (const name of ['demo.test', 'a.culvert.test']) await first.shake(name)
    await until(async () => (await listCopies(data)).length === 3)
    await api.close()
    const check = async (shake: typeof first.shake) => {
      expect(namesOf(await shake('demo.test'))).toBe('DNS:demo.test')
      expect(namesOf(await shake('b.culvert.test'))).toBe('DNS:*.culvert.test')
      expect(namesOf(await shake('edge.test'))).toBe('DNS:edge.test')
      await expect(shake('nobody.test')).rejects.toMatchObject(unrecognized)
    }
    await check(first.shake)
    await first.edge.close({ graceMs: 0 })
    const second = await startEdge({ environment })
    await check(second.shake)
    await api.reopen()
  })

  it('is no longer served once the API reports that it ended while the edge was off', async () => {
    const { api, data, put, startEdge } = await openServing()
    await put('demo.test')
    const first = await startEdge()
    await first.shake('demo.test')
    await until(async () => (await listCopies(data)).length === 1)
    await first.edge.close({ graceMs: 0 })
    api.certificates.end('demo.test')
    const second = await startEdge()
    await until(() =>
      second.shake('demo.test').then(
        () => false,
        () => true,
      ),
    )
    expect(await listCopies(data)).toEqual([])
  })

  it.each<[string, (copy: { chain: string; sealedKey: string }, other: string) => unknown]>([
    ['with an altered key', (copy) => ({ ...copy, sealedKey: `A${copy.sealedKey.slice(1, -1)}A` })],
    ['with another chain', (copy, other) => ({ ...copy, chain: other })],
    ['in an unknown format', () => ({ any: 'thing' })],
  ])('is fetched again instead of served from a copy %s', async (_, change) => {
    const { authority, data, put, startEdge } = await openServing()
    await put('demo.test')
    const first = await startEdge()
    const before = (await first.shake('demo.test')).getPeerCertificate().serialNumber
    await until(async () => (await listCopies(data)).length === 1)
    await first.edge.close({ graceMs: 0 })
    const [path = ''] = await listCopies(data)
    const { chain } = await authority.issue(['demo.test'])
    await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')), chain)))
    const second = await startEdge()
    expect((await second.shake('demo.test')).getPeerCertificate().serialNumber).toBe(before)
  })
})
