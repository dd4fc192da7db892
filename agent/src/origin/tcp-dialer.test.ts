import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { startDeadline } from '@culvert/program'
import { expect, it } from 'vitest'
import { parseTarget } from '../net/target.ts'
import { startRawApp } from '../testing/raw-app.ts'
import { TcpDialer } from './tcp-dialer.ts'

it('a connection that is closed while it is being made is neither reported nor dialled again', async () => {
  const app = await startRawApp()
  const target = parseTarget(String(app.port))!
  const dialer = new TcpDialer({ target, allowsAnyCertificate: false, connectTimeoutMs: 20 })
  const sockets = new Set<Duplex>()
  const outcomes: string[] = []
  dialer.dial(
    sockets,
    () => outcomes.push('connected'),
    ({ code }) => outcomes.push(code),
  )
  const [socket] = sockets
  socket?.destroy()
  await once(socket!, 'close')
  // The time limit of the connection passes before this one.
  await new Promise<void>((resolve) => void startDeadline(60, resolve))
  expect(outcomes).toEqual([])
})
