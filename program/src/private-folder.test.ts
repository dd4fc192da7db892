import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPrivateFolder } from './private-folder.ts'

const rightsOf = async (path: string) => (await stat(path)).mode & 0o777

describe('openPrivateFolder', () => {
  let base: string
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'culvert-private-'))
  })
  afterAll(() => rm(base, { recursive: true }))

  it('creates folders that only this user can access', async () => {
    const folder = join(base, 'a/b')
    expect(await openPrivateFolder(folder)).toEqual({ corrected: undefined })
    expect([await rightsOf(folder), await rightsOf(join(base, 'a'))]).toEqual([0o700, 0o700])
  })

  it.each([0o755, 0o777, 0o710, 0o701])(
    'corrects the permissions of a folder of mode %d, and says so once',
    async (mode) => {
      const folder = join(base, 'open')
      await openPrivateFolder(folder)
      await chmod(folder, mode)
      expect(await openPrivateFolder(folder)).toEqual({
        corrected: `other users of this machine could look into ${folder} (mode 0${mode.toString(8)}); now it is private (0700)`,
      })
      expect(await rightsOf(folder)).toBe(0o700)
      expect(await openPrivateFolder(folder)).toEqual({ corrected: undefined })
    },
  )

  // Only root may give a folder to another user.
  it.runIf(process.geteuid?.() === 0).each([0o700, 0o755])(
    'rejects a folder of another user, and leaves its mode %d as it is',
    async (mode) => {
      const folder = join(base, `of-another-user-${mode}`)
      await mkdir(folder)
      await chmod(folder, mode)
      await chown(folder, 65_534, 65_534)
      await expect(openPrivateFolder(folder)).rejects.toThrow(
        `${folder} belongs to another user of this machine (uid 65534), who may look into it.`,
      )
      expect(await rightsOf(folder)).toBe(mode)
    },
  )
})
