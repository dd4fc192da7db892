import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { version } from '../features/site/service.ts'
import { describeApiOnce } from '../testing/api.ts'

/** More than the buffers of a connection take. */
const largeBytes = 64 * 1024 * 1024

describe('files of the API', () => {
  let webFolder: string
  let packagesFolder: string
  const unreadable = createServer()
  const folders = () => [
    { folder: join(webFolder, 'assets'), path: '/assets' },
    { folder: join(packagesFolder, version), path: `/download/${version}` },
  ]

  beforeAll(async () => {
    webFolder = await mkdtemp(join(tmpdir(), 'culvert-web-'))
    packagesFolder = await mkdtemp(join(tmpdir(), 'culvert-packages-'))
    for (const { folder } of folders()) {
      await mkdir(folder)
      await writeFile(join(folder, 'small.tgz'), 'a small file')
      await writeFile(join(folder, 'large.tgz'), '')
      await truncate(join(folder, 'large.tgz'), largeBytes)
    }
  })
  afterAll(async () => {
    unreadable.close()
    for (const folder of [webFolder, packagesFolder]) await rm(folder, { recursive: true })
  })

  describeApiOnce(
    'the dashboard and downloads',
    (api) => {
      it.skipIf(process.platform !== 'linux')('are closed when their client leaves', async () => {
        for (const { folder, path } of folders()) {
          const leaving = new AbortController()
          const { body } = await fetch(`${api.url}${path}/large.tgz`, { signal: leaving.signal })
          await body?.getReader().read()
          expect(await listOpenFiles(folder)).toHaveLength(1)
          leaving.abort()
          await vi.waitFor(async () => expect(await listOpenFiles(folder)).toEqual([]), { timeout: 10_000 })
        }
      })

      it('cost their request, and not the process, if they cannot be read', async () => {
        for (const { folder, path } of folders()) {
          // No one can open a socket as a file, not even root.
          unreadable.listen(join(folder, 'unreadable.tgz'))
          await once(unreadable, 'listening')
          await expect(fetch(`${api.url}${path}/unreadable.tgz`)).rejects.toThrow('fetch failed')
          expect(await (await fetch(`${api.url}${path}/small.tgz`)).text()).toBe('a small file')
          unreadable.close()
          await once(unreadable, 'close')
        }
      })

      it.each(['bytes=5-2', 'bytes=-5', 'bytes=0-0', 'bytes=0-99999999999999999999', 'bytes=0-1,3-4', 'lines=1-2'])(
        'are sent whole for the range %s, which servers may ignore',
        async (range) => {
          for (const { path } of folders()) {
            const response = await fetch(`${api.url}${path}/small.tgz`, { headers: { range } })
            expect([response.status, await response.text()]).toEqual([200, 'a small file'])
          }
        },
      )
    },
    () => ({ webFolder, packagesFolder }),
  )
})

/** Lists the files of a folder that this process has open. */
async function listOpenFiles(folder: string): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd')
  const targets = await Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')))
  return targets.filter((target) => target.startsWith(folder))
}
