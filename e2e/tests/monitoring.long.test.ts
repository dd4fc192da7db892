import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFolder } from '../src/processes.ts'

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

describe.skipIf(!hasPromtool)(`promtool${hasPromtool ? '' : ' (not installed)'}`, () => {
  it.each([
    ['rules', 'alerts.yml'],
    ['config', 'prometheus.yml'],
  ])('accepts the %s in %s', (kind, file) => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', kind, file], {
      cwd: join(projectFolder, 'deploy/monitoring'),
      encoding: 'utf8',
    })
    expect(status, stdout + stderr).toBe(0)
  })
})
