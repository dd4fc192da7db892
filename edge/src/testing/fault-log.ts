import { vi } from 'vitest'
import { probeCallbacks } from '@culvert/program/guard'
import { closeLater, Queue } from './queue.ts'

/** The address of the visitor that faults affect. */
export const victimAddress = '127.0.0.9'

/** A line of an edge's log that reports a fault. */
export interface FaultLine {
  place?: string
  requestIds?: string[]
  err?: { message: string }
}

/** Collects the log of the edges in this process, line by line. */
export function catchLog(): Queue<FaultLine> {
  const lines = new Queue<FaultLine>()
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    for (const text of String(line).split('\n')) if (text.startsWith('{')) lines.push(JSON.parse(text) as FaultLine)
    return true
  })
  closeLater(() => write.mockRestore())
  return lines
}

/** Makes the next callback at a place throw that belongs to a victim. `caused` resolves once it has. */
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
