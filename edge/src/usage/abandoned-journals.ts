import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hasCode } from '@culvert/program'
import { type Report, replayLines } from './journal-lines.ts'
import { rowsPerBatch } from './queue.ts'

/** The extension of a journal's name. */
export const extension = '.jsonl'
/** The extension of a file that becomes a journal once it is complete. */
export const draftExtension = '.draft'

/** Within this time, a running edge notices that its journal was taken; milliseconds. */
const claimNoticeMs = 100

/** Takes over every journal of a folder. Returns what must be reported, with the files it came from. */
export async function claimJournals(folder: string): Promise<{ reports: Report[]; paths: string[] }> {
  const names = (await ignoreMissing(readdir(folder))) ?? []
  const claims = await Promise.all(names.filter((name) => name.endsWith(extension)).map((name) => claim(folder, name)))
  const taken = claims.filter((claimed) => claimed !== undefined)
  if (taken.length > 0) await delay(claimNoticeMs)
  const reports: Report[] = []
  const paths: string[] = []
  for (const { id, path } of taken) {
    const text = await ignoreMissing(readFile(path, 'utf8'))
    // Another starting edge has taken it meanwhile.
    if (text === undefined) continue
    reports.push(...readReports(id, text))
    paths.push(path)
  }
  return { reports, paths }
}

interface Claim {
  /** Returns the journal's first name, however many times it was taken over. */
  id: string
  path: string
}

/** Resolves with undefined if another edge was faster. */
async function claim(folder: string, name: string): Promise<Claim | undefined> {
  const [id = name] = name.split('.')
  const path = join(folder, `${id}.${randomUUID()}${extension}`)
  const renamed = rename(join(folder, name), path).then(() => true)
  if ((await ignoreMissing(renamed)) === undefined) return undefined
  await rm(join(folder, `${id}${draftExtension}`), { force: true })
  return { id, path }
}

/** The ids are derived from the journal alone: even if two edges read it, or one reads it twice, it counts once. */
function readReports(id: string, text: string): Report[] {
  const { reports, waiting } = replayLines(text)
  for (let start = 0; start < waiting.length; start += rowsPerBatch) {
    reports.push({ reportId: `${id}-${start}`, rows: waiting.slice(start, start + rowsPerBatch) })
  }
  return reports
}

/** Resolves with undefined if a file or folder does not exist. */
export async function ignoreMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
