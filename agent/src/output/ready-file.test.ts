import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../testing/folder.ts'
import { ReadyFile } from './ready-file.ts'

function ready(agentId: string) {
  return { event: 'ready', agentId, publicUrl: 'http://demo.test', forwardingTo: '', dashboardUrl: '' } as const
}

describe('the ready file', () => {
  it('waits for every tunnel, even if one is opened again meanwhile, and has a line for each', () => {
    const path = join(makeFolder(), 'ready')
    const file = new ReadyFile(path, 2)
    file.show(ready('agent-1'), 'web')
    file.show(ready('agent-2'), 'web')
    expect(existsSync(path)).toBe(false)
    file.show(ready('agent-3'), 'api')
    file.show(ready('agent-4'), 'api')
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { tunnel: 'web', agentId: 'agent-2' },
      { tunnel: 'api', agentId: 'agent-4' },
    ])
  })
})
