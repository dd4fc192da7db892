import { vi } from 'vitest'
import { probeCallbacks } from '@culvert/program/guard'
import { closeLater, Queue } from './queue.ts'

/** The address of the visitor that faults meet. */
export const victimAddress = '127.0.0.9'

/** A line of the log of an edge that tells of a fault. */
export interface FaultLine {
  place?: string
  requestIds?: string[]
  err?: { message: string }
}

/** What edges of this process write to their log, line by line. */
export function catchLog(): Queue<FaultLine> {
  const lines = new Queue<FaultLine>()
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    for (const text of String(line).split('\n')) if (text.startsWith('{')) lines.push(JSON.parse(text) as FaultLine)
    return true
  })
  closeLater(() => write.mockRestore())
  return lines
}

/** Has the next callback at a place throw, of those that belong to a victim. `caused` resolves once one has. */
export function causeFault(place: string, isVictim: (place: string, bearer: string) => boolean) {
  const { promise: caused, resolve } = Promise.withResolvers<void>()
  let isDone = false
  probeCallbacks((reached, { bearerName }) => {
    if (isDone || reached !== place || !isVictim(reached, bearerName)) return
    isDone = true
    resolve()
    throw new Error(`a fault in ${place}`)
  })
  return { caused, isCaused: () => isDone }
}
