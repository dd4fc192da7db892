import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Scope } from './scope.ts'

const never = () => Promise.resolve(false)

/** A program that runs until it is stopped, and prints `ready`. */
const lasting = ['--eval', 'console.log("ready"); setInterval(() => {}, 1000)']

describe('Scope', () => {
  it('leaves neither programs nor files behind when it closes', async () => {
    const scope = await Scope.open('test', new AbortController().signal)
    const program = scope.start(process.execPath, lasting)
    await scope.waitFor('ready', () => Promise.resolve(program.output().includes('ready')))

    await scope.close()

    expect(existsSync(scope.folder)).toBe(false)
    expect(() => process.kill(program.pid, 0)).toThrow(/ESRCH/)
  })

  it('rejects with the output of a program that ended before it was ready', async () => {
    const scope = await Scope.open('test', new AbortController().signal)
    scope.start(process.execPath, ['--eval', 'console.error("port is taken")'])

    await expect(scope.waitFor('the origin', never)).rejects.toThrow(
      /ended while waiting for the origin\.\nport is taken/,
    )

    await scope.close()
  })

  it('rejects with the name of a command that does not exist', async () => {
    const scope = await Scope.open('test', new AbortController().signal)
    scope.start('no-such-command', [])

    await expect(scope.waitFor('it', never)).rejects.toThrow(/no-such-command ENOENT/)

    await scope.close()
  })

  it('stops waiting when the run is interrupted', async () => {
    const interruption = new AbortController()
    const scope = await Scope.open('test', interruption.signal)
    const waiting = scope.waitFor('something', never)

    interruption.abort()

    await expect(waiting).rejects.toThrow(/abort/)
    await scope.close()
  })
})
