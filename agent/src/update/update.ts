import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { hasCode, messageOf } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import { findInstalled, type Installed } from './installed.ts'
import { fetchManifest, fetchPackage, isNewer, type Source } from './published.ts'
import { replaceCommand, replaceRunningCommand } from './replace-command.ts'

const run = promisify(execFile)

/** Replaces the command with a file; the command stays as `culvert.old`. */
const replace = process.platform === 'win32' ? replaceRunningCommand : replaceCommand

/** How long a command may take to print its version. */
const startMs = 30_000

/** The options of `culvert update`. */
export interface UpdateOptions extends Source {
  /** Returns to the version before the last update, without asking a server. */
  rollback?: boolean
  /** Shows a line. */
  print: (line: string) => void
  /** The command to update; this one by default. */
  installed?: Installed
}

/**
 * Replaces the installed command by the server's version: signed with this command's key, newer, and started once before. The previous version stays as
 * `culvert.old`. Throws Failure, with nothing changed.
 */
export async function runUpdate(options: UpdateOptions): Promise<void> {
  const { server, print, installed = findInstalled() } = options
  if (installed === undefined) {
    throw new Failure(exitCodes.usage, 'culvert was not updated.', {
      why: 'This culvert runs on the Node of this machine: npm installed it, and npm updates it.',
      remedy: `${server}/download shows the command.`,
    })
  }
  if (options.rollback === true) return await rollBack(installed, print)
  const manifest = await fetchManifest(options, installed)
  const { version } = manifest
  if (version === installed.version) return print(`culvert ${version} is the newest version at ${server}.`)
  if (!isNewer(version, installed.version)) {
    throw new Failure(exitCodes.fault, 'culvert was not updated.', {
      why: `${server} has ${version}, and this is ${installed.version}: an update never goes back.`,
      remedy: '`culvert update --rollback` returns to the version before the last update.',
    })
  }
  const file = manifest.packages.find(({ target }) => target === installed.target)
  if (file === undefined) {
    throw new Failure(exitCodes.fault, 'culvert was not updated.', {
      why: `${server} has ${version}, but not for ${installed.target}.`,
      remedy: 'Ask its operator.',
    })
  }
  if (installed.publicKey === null) {
    print(`The packages of this command are not signed: they are only checked against what ${server} says.`)
  }
  const prefix = join(dirname(installed.command), '..')
  await inStagingFolder(prefix, async (stage) => {
    print(`Downloading culvert ${version} from ${server}…`)
    const archive = join(stage, file.file)
    await fetchPackage(options, version, file, archive)
    await unpack(archive, join(stage, 'new'))
    const fresh = join(stage, 'new/bin', basename(installed.command))
    await checkStart(fresh, version)
    await moveLibrary(join(stage, 'new/lib'), join(prefix, 'lib'), [version, installed.version])
    await replace(installed.command, fresh, stage)
  })
  print(`culvert ${version} is installed: ${installed.command}`)
  print(`${installed.version} is kept: \`culvert update --rollback\` returns to it.`)
}

/** Puts the version before the last update in place of the current one, and keeps the current one. */
async function rollBack({ command }: Installed, print: (line: string) => void): Promise<void> {
  const old = `${command}.old`
  const version = await askVersion(old).catch((error: unknown) => {
    throw new Failure(exitCodes.fault, 'culvert was not rolled back.', {
      why: hasCode(error, 'ENOENT') ? 'No earlier version is kept.' : `${old} does not start: ${messageOf(error)}.`,
      remedy: 'Install the version that you want from /download.',
    })
  })
  await inStagingFolder(join(dirname(command), '..'), async (stage) => {
    const kept = join(stage, basename(command))
    // If anything fails from here on, both versions are still there.
    await copyFile(old, kept, constants.COPYFILE_FICLONE)
    await replace(command, kept, stage)
  })
  print(`culvert ${version} is back: ${command}`)
}

/** Nothing else has such a name, even if the prefix is somebody's home folder. The installers use it too. */
const stagingPrefix = '.culvert-update-'
/** An update that began longer ago was interrupted, in milliseconds: the download may take 15 minutes. */
const staleMs = 60 * 60_000

/**
 * Calls back with an empty folder on the command's disk, from which files can be moved into place atomically, and removes it and those of interrupted
 * updates. Throws Failure if something cannot be written.
 */
async function inStagingFolder(prefix: string, work: (stage: string) => Promise<void>): Promise<void> {
  try {
    await removeStale(prefix)
    const stage = await mkdtemp(join(prefix, stagingPrefix))
    try {
      await work(stage)
    } finally {
      await rm(stage, { recursive: true, force: true })
    }
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    const isFull = hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT')
    throw new Failure(exitCodes.fault, 'culvert was not updated.', {
      why: `${prefix} cannot be written to: ${isFull ? 'its disk is full' : messageOf(error)}.`,
      remedy: isFull ? 'Make room for 250 MB there, and try again.' : 'Update as the user who installed culvert.',
    })
  }
}

async function removeStale(prefix: string): Promise<void> {
  for (const name of await readdir(prefix)) {
    if (!name.startsWith(stagingPrefix)) continue
    const path = join(prefix, name)
    // Another update may just have removed its own.
    const begun = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now()
    if (Date.now() - begun > staleMs) await rm(path, { recursive: true, force: true })
  }
}

/** On a Mac, the launcher starts what is in a folder of its version. Folders of versions that nothing starts any more are removed. */
async function moveLibrary(from: string, to: string, versions: readonly string[]): Promise<void> {
  const folders = await readdir(from).catch(() => [])
  for (const folder of folders) {
    await rm(join(to, folder), { recursive: true, force: true })
    await rename(join(from, folder), join(to, folder))
  }
  if (folders.length === 0) return
  const needed = versions.map((version) => `culvert-${version}`)
  const unneeded = (await readdir(to)).filter((name) => /^culvert-\d/.test(name) && !needed.includes(name))
  for (const name of unneeded) await rm(join(to, name), { recursive: true, force: true })
}

async function checkStart(command: string, version: string): Promise<void> {
  const said = await askVersion(command).catch((error: unknown) => {
    throw new Failure(exitCodes.fault, 'culvert was not updated.', {
      why: `culvert ${version} does not start on this machine: ${messageOf(error).trim()}.`,
    })
  })
  if (said === version) return
  throw new Failure(exitCodes.fault, 'culvert was not updated.', {
    why: `What was downloaded as ${version} calls itself ${said}.`,
    remedy: 'Tell the operator of the server.',
  })
}

async function askVersion(command: string): Promise<string> {
  await stat(command)
  const { stdout } = await run(command, ['version'], { timeout: startMs })
  return stdout.trim()
}

async function unpack(archive: string, folder: string): Promise<void> {
  // Linux, macOS and Windows 10 have it; on Windows another one may come first in the Path.
  const tar = process.platform === 'win32' ? 'C:\\Windows\\System32\\tar.exe' : 'tar'
  await mkdir(folder)
  try {
    await run(tar, ['-xf', archive, '-C', folder])
  } catch (error) {
    throw new Failure(exitCodes.fault, 'culvert was not updated.', {
      why: `The package could not be unpacked: ${messageOf(error).trim()}.`,
      remedy: `It takes ${tar}, and room for 250 MB in ${dirname(folder)}.`,
    })
  }
}
