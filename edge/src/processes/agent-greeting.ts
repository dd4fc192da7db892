import type { Duplex } from 'node:stream'
import { decodeJwt } from 'jose'
import { guard } from '@culvert/program/guard'
import { HelloReader } from '@culvert/wire'
import type { FaultBearer } from '@culvert/program/guard'
import type { Hello } from '@culvert/wire'
import { ownerOf } from './place.ts'

/**
 * Waits for the HELLO with which an agent's connection begins, puts it back, and finds the owner of the agent: the number of a
 * process, or undefined when that cannot be known and any may answer. Nothing is verified here. The owner does that, and
 * an agent that lies only chooses who refuses it. `onFound` must take the connection before it returns, because the connection flows.
 */
export function findAgentsProcess(
  transport: Duplex,
  processCount: number,
  timeoutMs: number,
  bearer: FaultBearer,
  onFound: (number: number | undefined) => void,
): void {
  const reader = new HelloReader()
  const chunks: Buffer[] = []
  const finish = (number?: number) => {
    clearTimeout(timer)
    transport.off('data', onData).off('close', onClose).off('error', onClose)
    if (chunks.length > 0) transport.unshift(Buffer.concat(chunks))
    onFound(number)
  }
  const onClose = guard('greeting.close', bearer, () => finish())
  const onData = guard('greeting.data', bearer, (chunk: Buffer) => {
    chunks.push(chunk)
    const number = tryRead(chunk)
    if (number !== 'incomplete') finish(number)
  })
  const tryRead = (chunk: Buffer) => {
    try {
      const hello = reader.push(chunk)
      return hello === undefined ? 'incomplete' : processOf(hello, processCount)
    } catch {
      return undefined
    }
  }
  const timer = setTimeout(
    guard('greeting.timeout', bearer, () => finish()),
    timeoutMs,
  )
  transport.on('data', onData).on('close', onClose).on('error', onClose)
}

/** A resume token begins with the number of the process that made it. */
export function resumeTokenPrefix(number: number): string {
  return `${number}.`
}

function processOf({ ticket, resumeToken }: Hello, processCount: number): number | undefined {
  if (ticket === null) {
    const number = Number.parseInt(resumeToken ?? '', 10)
    return number < processCount ? number : undefined
  }
  const { hostname } = decodeJwt(ticket)
  return typeof hostname === 'string' ? ownerOf(hostname, processCount) : undefined
}
