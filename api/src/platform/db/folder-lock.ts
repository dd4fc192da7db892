import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { findErrorCode } from '../../ground/errors.ts'

/** The folders that this process holds: its own id in a lock file may also be that of a dead process. */
const lockedFiles = new Set<string>()

/**
 * Takes a folder for this process alone by a file beside it that holds the process id, and returns the function that
 * releases it. PGlite itself would let two processes write the same files and lose the data of both.
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`
  const holder = findHolder(file)
  if (holder !== undefined) {
    throw new Error(
      `The data in ${folder} is in use by process ${holder}. Stop that process, or set CULVERT_DATA to another folder.`,
    )
  }
  rmSync(file, { force: true })
  // "wx" fails when another process was faster.
  writeFileSync(file, String(process.pid), { flag: 'wx' })
  lockedFiles.add(file)
  const stopDating = keepDated(file)
  return () => {
    stopDating()
    if (lockedFiles.delete(file)) rmSync(file, { force: true })
  }
}

/** The time between two looks at the clock. */
const clockCheckMs = 1_000

/**
 * Gives a lock the current time whenever the clock was set, and returns the function that stops that. A process's start is computed by the clock as it is
 * now: after it was set forward, the holder would seem younger than its lock.
 */
function keepDated(file: string): () => void {
  let offsetMs = Date.now() - performance.now()
  const timer = setInterval(() => {
    const now = Date.now()
    if (Math.abs(now - performance.now() - offsetMs) < clockCheckMs) return
    offsetMs = now - performance.now()
    try {
      utimesSync(file, now / 1_000, now / 1_000)
    } catch {
      // Somebody has removed it: there is nothing left to keep.
    }
  }, clockCheckMs).unref()
  return () => clearInterval(timer)
}

/** Returns the process that holds the lock; undefined if there is none, or it died without releasing it. */
function findHolder(file: string): number | undefined {
  const lock = readLock(file)
  // A process that died between creating and writing the file leaves it empty.
  if (!lock || !(lock.pid > 0)) return undefined
  if (lock.pid === process.pid) return lockedFiles.has(file) ? lock.pid : undefined
  // Process ids are reused: after a restart of the machine or container the id may be any process's.
  const startedAt = findProcessStart(lock.pid)
  return startedAt === undefined || startedAt > lock.takenAt ? undefined : lock.pid
}

function readLock(file: string): { pid: number; takenAt: number } | undefined {
  try {
    return { pid: Number(readFileSync(file, 'utf8')), takenAt: statSync(file).mtimeMs }
  } catch {
    return undefined
  }
}

/**
 * Returns when a process started, in milliseconds since 1970; when the machine did if the system does not say; undefined when it does not
 * run.
 */
function findProcessStart(pid: number): number | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, and belongs to another user.
    if (findErrorCode(error) !== 'EPERM') return undefined
  }
  const bootedAt = Date.now() - uptime() * 1_000
  return bootedAt + findStartAfterBoot(pid)
}

/** Linux reports the start in field 22 of /proc/PID/stat, in hundredths of a second after boot (proc_pid_stat(5)). */
function findStartAfterBoot(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses, which may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[19]) * 10
  } catch {
    return 0
  }
}
