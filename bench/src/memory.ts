import { readFile } from 'node:fs/promises'

/** Bytes of memory that a process holds (VmRSS, proc(5)); undefined where there is no /proc. */
export async function readMemoryBytes(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1]
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024
}
