import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { exitCodes, Failure } from './failure.ts'
import { describeFileFault } from './file-fault.ts'

/** The permissions and the encoding of a file. */
export interface FileForm {
  /** 0o600 for its owner only; by default what the user's umask allows. */
  mode?: number
  encoding?: BufferEncoding
}

/**
 * Writes a file, replacing an earlier one: whoever finds it finds all of its content, and if it cannot be written, nothing of it is left behind. Throws
 * the system's error.
 */
export function writeWholeFile(path: string, content: string, { mode, encoding = 'utf8' }: FileForm = {}): void {
  const draft = `${path}.${process.pid}`
  try {
    rmSync(draft, { force: true })
    writeFileSync(draft, content, { encoding, flag: 'wx', ...(mode === undefined ? {} : { mode }) })
    // The umask may have taken some of it.
    if (mode !== undefined) chmodSync(draft, mode)
    renameSync(draft, path)
  } catch (error) {
    removeIfPossible(draft)
    throw error
  }
}

/** Does the same for a file whose folder may be missing. Throws Failure. */
export function writeWithFolder(path: string, content: string, form?: FileForm): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeWholeFile(path, content, form)
  } catch (error) {
    throw cannotBeWritten(path, error)
  }
}

/** Returns the failure of a command that could not write a file; `source` is the option that names the file. */
export function cannotBeWritten(path: string, error: unknown, source?: string): Failure {
  const fault = describeFileFault(error)
  return new Failure(exitCodes.usage, `The file ${path} cannot be written.`, {
    why: source === undefined ? fault : `${source}: ${fault}`,
  })
}

/** Removes a file that is of no more use. One that stays, for example because the disk is read-only by now, ends nothing. */
export function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Its readers check whether it is outdated.
  }
}
