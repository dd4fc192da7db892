import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from '../testing/folder.ts'
import { replaceRunningCommand } from './replace-command.ts'

let folder: string
let command: string
/** The files from which programs run, which Windows neither replaces nor removes. */
let running: Set<string>
/** A file that cannot be moved. */
let stuck: string | undefined

beforeEach(() => {
  folder = makeFolder()
  command = join(folder, 'culvert.exe')
  running = new Set()
  stuck = undefined
})

const refusal = Object.assign(new Error('operation not permitted'), { code: 'EPERM' })

const files = {
  async rename(from: string, to: string) {
    if (running.has(to) || from === stuck) throw refusal
    await rename(from, to)
    if (running.delete(from)) running.add(to)
  },
  async remove(path: string) {
    if (running.has(path)) throw refusal
    await rm(path)
  },
}

/** Starts the command, which goes on running. */
const start = () => running.add(command)

async function update(version: string): Promise<void> {
  const fresh = join(folder, 'fresh')
  writeFileSync(fresh, version)
  await replaceRunningCommand(command, fresh, folder, files)
}

const contents = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))

describe('an update on Windows', () => {
  it('replaces a command that runs, whatever earlier versions still run', async () => {
    writeFileSync(command, '1')
    for (const version of ['2', '3', '4']) {
      start()
      await update(version)
      expect(readFileSync(command, 'utf8')).toBe(version)
      expect(readFileSync(`${command}.old`, 'utf8')).toBe(String(Number(version) - 1))
    }
    expect(contents().toSorted()).toEqual(['1', '2', '3', '4'])
    running.clear()
    await update('5')
    expect(contents().toSorted()).toEqual(['4', '5'])
  })

  it('that fails midway leaves both versions as they were', async () => {
    writeFileSync(command, '2')
    writeFileSync(`${command}.old`, '1')
    start()
    stuck = join(folder, 'fresh')
    await expect(update('3')).rejects.toThrow('operation not permitted')
    expect([command, `${command}.old`].map((path) => readFileSync(path, 'utf8'))).toEqual(['2', '1'])
  })
})
