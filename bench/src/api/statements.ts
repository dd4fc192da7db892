import { readFile, truncate } from 'node:fs/promises'
import { z } from 'zod'

/** A statement as it was sent through pg. */
export type Statement = z.infer<typeof statement>

const statement = z.object({ text: z.string(), values: z.array(z.unknown()).optional() })

/** Statements that the API's job runner sends on its own schedule belong to no request. */
const ofJobRunner = /"(jobs|job_schedules)"/

/** Returns the statements that the API sends during an action. It writes them to the file as it sends them. */
export async function recordStatements(file: string, work: () => Promise<void>): Promise<Statement[]> {
  await truncate(file)
  await work()
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => statement.parse(JSON.parse(line))).filter(({ text }) => !ofJobRunner.test(text))
}
