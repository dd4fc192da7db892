import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasCode } from '@culvert/program'

/** Replaces the command with a file; the command stays as `culvert.old`. A start meanwhile gets one of the two. */
export async function replaceCommand(command: string, fresh: string, stage: string): Promise<void> {
  const copy = join(stage, 'old')
  await copyFile(command, copy, constants.COPYFILE_FICLONE)
  await rename(copy, `${command}.old`)
  await rename(fresh, command)
}

/** The operations on files that Windows refuses for programs that run. */
export interface ProgramFiles {
  /** Refused if a program runs from `to`. */
  rename(from: string, to: string): Promise<void>
  /** Refused if a program runs from it. */
  remove(path: string): Promise<void>
}

/**
 * Does the same on Windows, where a program that runs can be moved, but neither replaced nor removed: the command does, and `culvert.old` may since the last
 * update. For a moment there is no command. A former `culvert.old` that still runs is removed by a later update.
 */
export async function replaceRunningCommand(
  command: string,
  fresh: string,
  _stage: string,
  files: ProgramFiles = { rename, remove: rm },
): Promise<void> {
  const old = `${command}.old`
  const former = `${old}.${randomUUID()}`
  await files.rename(old, former).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
  })
  try {
    await files.rename(command, old)
    await files.rename(fresh, command).catch(async (error: unknown) => {
      await files.rename(old, command)
      throw error
    })
  } catch (error) {
    await files.rename(former, old).catch(() => {})
    throw error
  }
  for (const name of await readdir(dirname(command))) {
    if (name.startsWith(`${basename(old)}.`)) await files.remove(join(dirname(command), name)).catch(() => {})
  }
}
