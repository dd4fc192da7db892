import { readdir, readFile } from 'node:fs/promises'

/** Linux counts CPU time for user programs in hundredths of a second (USER_HZ, proc(5)). */
const ticksPerSecond = 100

/** CPU seconds used so far by processes and all their descendants; undefined where there is no /proc. */
export async function readCpuSeconds(pids: readonly number[]): Promise<number | undefined> {
  const folders = await readdir('/proc').catch(() => undefined)
  if (!folders) return undefined
  const stats = await Promise.all(folders.filter((name) => /^\d+$/.test(name)).map(readStat))
  const children = Map.groupBy(
    stats.filter((stat) => stat !== undefined),
    (stat) => stat.parent,
  )
  const byPid = new Map(stats.filter((stat) => stat !== undefined).map((stat) => [stat.pid, stat]))
  const sumTree = (pid: number): number =>
    (byPid.get(pid)?.ticks ?? 0) + (children.get(pid) ?? []).reduce((sum, child) => sum + sumTree(child.pid), 0)
  return pids.reduce((sum, pid) => sum + sumTree(pid), 0) / ticksPerSecond
}

async function readStat(name: string): Promise<{ pid: number; parent: number; ticks: number } | undefined> {
  // A process may end between the listing and this.
  const text = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => undefined)
  if (text === undefined) return undefined
  // proc(5): the second field is the name in brackets and may hold spaces; state, ppid follow; fields 14 to 17 are
  // utime, stime and those of children that ended and were waited for.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { pid: Number(name), parent: Number(fields[1]), ticks }
}
