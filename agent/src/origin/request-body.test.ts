import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { RequestBody } from './request-body.ts'

it('a body in small pieces keeps their order while its app reads slowly', async () => {
  const taken: Buffer[] = []
  const confirmations: (() => void)[] = []
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, confirm) {
      taken.push(chunk)
      confirmations.push(confirm)
    },
  })
  const body = new RequestBody(socket, '', 'raw', () => {})
  const sent = Buffer.from(Uint8Array.from({ length: 1_000 }, (_, index) => index % 251))
  // At first the app reads nothing, and then a piece for each two that arrive.
  for (const [index, byte] of sent.entries()) {
    body.write(Buffer.of(byte))
    if (index < 200 || index % 2 === 0) continue
    confirmations.shift()?.()
    await setImmediate()
  }
  body.end([])
  while (!body.isTaken) {
    confirmations.shift()?.()
    await setImmediate()
  }
  expect(Buffer.concat(taken)).toEqual(sent)
})
