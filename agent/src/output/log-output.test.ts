import { existsSync, mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../testing/folder.ts'
import { LogOutput } from './log-output.ts'

const mebibyte = 1024 * 1024

/** Writes lines to a log, each of 1 MiB, and then a short one. */
async function writeLog(path: string, lineCount: number): Promise<void> {
  const log = new LogOutput(path, 'info')
  for (let count = 0; count < lineCount; count += 1) log.show({ event: 'warning', message: 'x'.repeat(mebibyte) })
  log.show({ event: 'warning', message: 'the last' })
  await log.close()
}

describe('a log file', () => {
  it('is renamed at 10 MiB, and a new one begun', async () => {
    const path = join(makeFolder(), 'log')
    await writeLog(path, 10)
    expect(statSync(`${path}.1`).size).toBeGreaterThan(10 * mebibyte)
    expect(readFileSync(path, 'utf8')).toMatch(/^\S+ Warning: the last\n$/)
  })

  it('continues where it is if it cannot be renamed', async () => {
    const path = join(makeFolder(), 'log')
    mkdirSync(join(`${path}.1`, 'in the way'), { recursive: true })
    await writeLog(path, 10)
    expect(readFileSync(path, 'utf8')).toContain('the last')
  })

  it.skipIf(process.platform === 'win32')('is renamed behind a link, which continues to lead to it', async () => {
    const folder = makeFolder()
    const [path, target] = [join(folder, 'link'), join(folder, 'log')]
    symlinkSync(target, path)
    await writeLog(path, 10)
    expect(readlinkSync(path)).toBe(target)
    expect(readFileSync(path, 'utf8')).toMatch(/^\S+ Warning: the last\n$/)
  })

  it.skipIf(process.platform === 'win32')('is never renamed if it is a device, such as /dev/stdout', async () => {
    const path = join(makeFolder(), 'stdout')
    symlinkSync('/dev/null', path)
    await writeLog(path, 10)
    expect(readlinkSync(path)).toBe('/dev/null')
    expect(existsSync('/dev/null.1')).toBe(false)
  })
})
