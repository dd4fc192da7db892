import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface ExecutableOptions {
  /** The same Node for this machine. */
  builder: string
  /** Node for the system that runs the result. */
  node: string
  script: string
  /** Whether the result is for a system such as this one. */
  isForThisSystem: boolean
  /** The file to write. */
  output: string
  /** Where files may be left. */
  folder: string
}

/** Puts a script into an executable of Node. */
export function buildExecutable({
  builder,
  node: executable,
  script,
  isForThisSystem,
  output,
  folder,
}: ExecutableOptions) {
  const isWindows = executable.endsWith('.exe')
  const base = join(folder, 'base')
  copyFileSync(executable, base)
  if (isWindows) writeFileSync(base, removeSignature(readFileSync(base)))
  else strip(base)
  const settings = join(folder, 'executable.json')
  writeFileSync(
    settings,
    JSON.stringify({
      main: script,
      mainFormat: 'commonjs',
      executable: base,
      output,
      disableExperimentalSEAWarning: true,
      // Only Node for the same system reads it. The command then compiles nothing when it starts, and keeps what was compiled in pages that processes share.
      useCodeCache: isForThisSystem,
      // A variable of the environment must not have a program of somebody else's run in it.
      execArgvExtension: 'none',
    }),
  )
  execFileSync(builder, ['--build-sea', settings], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Removes the symbols of an executable of Linux: a fifth of it, which only debuggers read. */
function strip(file: string): void {
  for (const program of ['llvm-strip', 'strip']) {
    try {
      return void execFileSync(program, [file], { stdio: 'ignore' })
    } catch {
      // It is not here, or it does not know the processor.
    }
  }
  throw new Error(`nothing here can strip ${file}: install llvm, or binutils for its processor`)
}

/** From the start of the file: where the header of the format is named, and what is in there. */
const peOffsetAt = 0x3c
const peHeader = { optional: 24, magic64: 0x20b, directories64: 112, security: 4, entryBytes: 8 }

/**
 * Returns an executable of Windows without its signature, which ends with the file and would not fit any more once something is put into it: Windows and virus
 * scanners mind a broken signature more than none.
 */
export function removeSignature(executable: Buffer): Buffer {
  const { entry, offset, size } = findSignature(executable)
  if (size === 0) return executable
  if (offset + size !== executable.length) throw new Error('expected the signature at the end of the executable')
  const unsigned = Buffer.from(executable.subarray(0, offset))
  unsigned.fill(0, entry, entry + peHeader.entryBytes)
  return unsigned
}

/** Finds the signature of a Windows executable, and the entry of the header that locates it. Its size is 0 where there is none. */
export function findSignature(executable: Buffer): { entry: number; offset: number; size: number } {
  const start = executable.readUInt32LE(peOffsetAt)
  const optional = start + peHeader.optional
  if (
    executable.toString('latin1', start, start + 2) !== 'PE' ||
    executable.readUInt16LE(optional) !== peHeader.magic64
  ) {
    throw new Error('expected an executable for 64-bit Windows')
  }
  const entry = optional + peHeader.directories64 + peHeader.security * peHeader.entryBytes
  return { entry, offset: executable.readUInt32LE(entry), size: executable.readUInt32LE(entry + 4) }
}
