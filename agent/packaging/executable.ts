import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface ExecutableOptions {
  /** The same Node for this machine. */
  builder: string
  /** Node for the system that runs the result. */
  node: string
  script: string
  /** Whether the result is for the same kind of system as this one. */
  isForThisSystem: boolean
  /** The file to write. */
  output: string
  /** A folder for temporary files. */
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
      // Only Node for the same system can read it. The command then compiles nothing when it starts, and keeps the compiled code in pages that processes share.
      useCodeCache: isForThisSystem,
      // A variable of the environment must not make it run another program.
      execArgvExtension: 'none',
    }),
  )
  execFileSync(builder, ['--build-sea', settings], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Removes the symbols of a Linux executable: a fifth of it, which only debuggers read. */
function strip(file: string): void {
  for (const program of ['llvm-strip', 'strip']) {
    try {
      return void execFileSync(program, [file], { stdio: 'ignore' })
    } catch {
      // The tool is missing, or it does not know the processor.
    }
  }
  throw new Error(`nothing here can strip ${file}: install llvm, or binutils for its processor`)
}

/** Offsets from the start of the file: where the header of the format is located, and what is in it. */
const peOffsetAt = 0x3c
const peHeader = { optional: 24, magic64: 0x20b, directories64: 112, security: 4, entryBytes: 8 }

/**
 * Returns a Windows executable without its signature, which is at the end of the file and would no longer match once something is added: Windows and virus
 * scanners object more to a broken signature than to none.
 */
export function removeSignature(executable: Buffer): Buffer {
  const { entry, offset, size } = findSignature(executable)
  if (size === 0) return executable
  if (offset + size !== executable.length) throw new Error('expected the signature at the end of the executable')
  const unsigned = Buffer.from(executable.subarray(0, offset))
  unsigned.fill(0, entry, entry + peHeader.entryBytes)
  return unsigned
}

/** Finds the signature of a Windows executable, and the header entry that locates it. Its size is 0 if there is none. */
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
