import { readdir, readFile } from 'node:fs/promises'

/** Linux reports CPU time to user programs in hundredths of a second (USER_HZ, proc(5)). */
const ticksPerSecond = 100

/** Returns the CPU seconds used so far by processes and all their descendants; undefined if there is no /proc. */
export async function readCpuSeconds(pids: readonly number[]): Promise<number | undefined> {
  const stats = await readStats()
  if (!stats) return undefined
  const ticks = pids.flatMap((pid) => listTree(stats, pid)).reduce((sum, stat) => sum + stat.ticks, 0)
  return ticks / ticksPerSecond
}

/** Returns the ids of a process and all its descendants; none if there is no /proc. */
export async function readTree(pid: number): Promise<number[]> {
  return listTree((await readStats()) ?? [], pid).map((stat) => stat.pid)
}

function listTree(stats: readonly Stat[], pid: number): Stat[] {
  const children = Map.groupBy(stats, (stat) => stat.parent)
  const list = (stat: Stat): Stat[] => [stat, ...(children.get(stat.pid) ?? []).flatMap(list)]
  return stats.filter((stat) => stat.pid === pid).flatMap(list)
}

interface Stat {
  pid: number
  parent: number
  ticks: number
}

async function readStats(): Promise<Stat[] | undefined> {
  const folders = await readdir('/proc').catch(() => undefined)
  if (!folders) return undefined
  const stats = await Promise.all(folders.filter((name) => /^\d+$/.test(name)).map(readStat))
  return stats.filter((stat) => stat !== undefined)
}

async function readStat(name: string): Promise<Stat | undefined> {
  // A process may end between the listing and this read.
  const text = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => undefined)
  if (text === undefined) return undefined
  // proc(5): the second field is the name in brackets and may hold spaces; state, ppid follow; fields 14 to 17 are
  // utime, stime and those of children that ended and were waited for.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { pid: Number(name), parent: Number(fields[1]), ticks }
}
