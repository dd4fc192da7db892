import { afterEach, expect, it } from 'vitest'
import { constants } from 'node:http2'
import { closeAll } from '../testing/queue.ts'
import { startSecureEdge } from '../testing/secure-edge.ts'
import { askH2, connectH2 } from '../testing/test-h2-visitor.ts'

afterEach(closeAll)

const bodyBytes = 2 * 1024 * 1024
const streams = Array.from({ length: 24 }, (_, number) => number)
const isReset = (number: number) => number % 2 === 1

it('HTTP/2 answers stay intact, byte for byte, while others on the connection are reset midway', async () => {
  const { connectAgent, visitor } = await startSecureEdge()
  const agent = await connectAgent()
  const session = await connectH2(visitor)
  agent.serve(({ stream, head }) => {
    stream.sendHead({ status: 200, reason: 'OK', fields: [] })
    stream.write(Buffer.alloc(bodyBytes, Number(head.target.slice(1))))
    stream.end()
  })
  const answers = streams.map((number) => {
    const stream = askH2(session, { ':path': `/${number}` })
    const received = { bytes: 0, isOwn: true }
    stream.on('data', (chunk: Buffer) => {
      received.bytes += chunk.length
      received.isOwn &&= chunk.equals(Buffer.alloc(chunk.length, number))
      if (isReset(number)) stream.close(constants.NGHTTP2_CANCEL)
    })
    return new Promise<typeof received>((resolve) => stream.once('close', () => resolve(received)))
  })
  for (const [number, { bytes, isOwn }] of (await Promise.all(answers)).entries()) {
    expect(isOwn).toBe(true)
    if (!isReset(number)) expect(bytes).toBe(bodyBytes)
  }
})
