import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isRunnable } from './newest-node.ts'

const newest = join(import.meta.dirname, '../../runtimes/node26/node_modules/.bin/node')
const run = promisify(execFile)

/** A program that behaves like a Node with a missing library. */
function makeBroken(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'culvert-node-')), 'node')
  writeFileSync(file, '#!/bin/sh\necho "libatomic.so.1: cannot open shared object file" >&2\nexit 127\n')
  chmodSync(file, 0o755)
  return file
}

/** Runs a program with `node --import` that reports where and how it runs. */
async function runProgram(
  env: Record<string, string>,
): Promise<{ major: number; words: string[]; isSameProcess: boolean }> {
  const file = join(mkdtempSync(join(tmpdir(), 'culvert-program-')), 'program.mjs')
  writeFileSync(
    file,
    'console.log(JSON.stringify({ version: process.version, pid: process.pid, words: [...process.execArgv, ...process.argv.slice(2)] }))',
  )
  const args = ['--no-deprecation', '--import', join(import.meta.dirname, 'on-newest-node.ts'), file, 'word', 'a b']
  const running = run(process.execPath, args, { env: { PATH: process.env.PATH ?? '', ...env } })
  const { stdout, stderr } = await running
  expect(stderr).toBe('')
  const { version, pid, words } = JSON.parse(stdout) as { version: string; pid: number; words: string[] }
  return { major: Number.parseInt(version.slice(1)), words, isSameProcess: pid === running.child.pid }
}

describe('isRunnable', () => {
  it('is true for a Node that starts', () => {
    expect(isRunnable(process.execPath)).toBe(true)
  })

  it('is false for a Node that lacks a library', () => {
    expect(isRunnable(makeBroken())).toBe(false)
  })

  it('is false for a Node that is not installed', () => {
    expect(isRunnable(join(tmpdir(), 'culvert-no-such-folder', 'node'))).toBe(false)
  })
})

describe('a program', () => {
  const words = ['--no-deprecation', '--import', join(import.meta.dirname, 'on-newest-node.ts'), 'word', 'a b']

  it('restarts in the same process on the newest Node, if that is runnable', async () => {
    const major = isRunnable(newest) ? 26 : Number.parseInt(process.versions.node)
    expect(await runProgram({})).toEqual({ major, words, isSameProcess: true })
  })

  it('stays on the current Node with CULVERT_NEWEST_NODE=off', async () => {
    const major = Number.parseInt(process.versions.node)
    expect(await runProgram({ CULVERT_NEWEST_NODE: 'off' })).toEqual({ major, words, isSameProcess: true })
  })
})
