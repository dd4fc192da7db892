import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleCommand } from './bundle.ts'

describe('the command of a package for systems without Node', () => {
  let folder: string
  let script: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'culvert-entry-'))
    script = join(folder, 'culvert.cjs')
    await bundleCommand({ input: join(import.meta.dirname, 'entry.ts'), file: script, format: 'cjs', target: 'node24' })
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('ends quietly when its reader has left', async () => {
    const command = spawn(process.execPath, [script, 'http', '--help'], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] })
    command.stdout.destroy()
    const exited = once(command, 'exit')
    expect({ stderr: await text(command.stderr), exit: await exited }).toEqual({ stderr: '', exit: [0, null] })
  })
})
