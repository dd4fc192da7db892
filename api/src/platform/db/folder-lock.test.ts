import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lockFolder } from './folder-lock.ts'

describe('lockFolder', () => {
  let base: string
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'culvert-lock-'))
  })
  afterAll(() => rm(base, { recursive: true }))

  it('locks the folder until it is unlocked', () => {
    const folder = join(base, 'held')
    const unlock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(
      `The data in ${folder} is in use by process ${process.pid}. Stop that process, or set CULVERT_DATA to another folder.`,
    )
    unlock()
    expect(existsSync(`${folder}.lock`)).toBe(false)
    lockFolder(folder)()
  })

  it('respects the lock of another running process', async () => {
    const folder = join(base, 'other')
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(other, 'spawn')
    await writeFile(`${folder}.lock`, String(other.pid))
    // The process started before it could take the lock.
    await utimes(`${folder}.lock`, new Date(), new Date(Date.now() + 1_000))
    expect(() => lockFolder(folder)).toThrow(`is in use by process ${other.pid}.`)

    other.kill('SIGKILL')
    await once(other, 'exit')
    lockFolder(folder)()
  })

  it.each([
    ['of a process that died', '999999999'],
    ['left empty by a crash', ''],
    ['with nonsense in it', 'nonsense'],
    ['with the id of this process, from before a container restart', String(process.pid)],
  ])('takes over a lock %s', async (_case, content) => {
    const folder = join(base, 'stale')
    await writeFile(`${folder}.lock`, content)
    const unlock = lockFolder(folder)
    expect(await readFile(`${folder}.lock`, 'utf8')).toBe(String(process.pid))
    unlock()
  })

  it('takes over a lock that is older than the process that now has its id', async () => {
    const folder = join(base, 'recycled')
    await writeFile(`${folder}.lock`, String(process.ppid))
    await utimes(`${folder}.lock`, new Date(0), new Date(0))
    lockFolder(folder)()
  })

  it('respects the lock of another running process after the clock was set forward', async () => {
    const folder = join(base, 'clock')
    const other = spawn(process.execPath, ['--input-type=module', '-e', holder, folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    try {
      await once(other.stdout, 'data')
      const hourLater = Date.now() + 3_600_000
      vi.useFakeTimers({ toFake: ['Date'], now: hourLater })
      other.stdin.write('set the clock')
      await vi.waitFor(
        async () => expect((await stat(`${folder}.lock`)).mtimeMs).toBeGreaterThan(hourLater - 60_000),
        10_000,
      )
      expect(() => lockFolder(folder)).toThrow(`is in use by process ${other.pid}.`)
    } finally {
      vi.useRealTimers()
      other.kill('SIGKILL')
    }
  })
})

/** A program that locks the folder of its argument, and then has a clock that is set forward by an hour. */
const holder = `
  import { lockFolder } from ${JSON.stringify(new URL('folder-lock.ts', import.meta.url).href)}
  lockFolder(process.argv[1])
  const now = Date.now
  process.stdin.once('data', () => (Date.now = () => now() + 3_600_000))
  process.stdout.write('locked')
`
