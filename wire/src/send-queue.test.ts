import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { frameType } from './protocol.ts'
import { SendQueue } from './send-queue.ts'
import type { FrameSource } from './source-queue.ts'
import { createMemoryPair } from './testing/transports.ts'

it.each<[what: string, act: (queue: SendQueue) => void, message: string]>([
  ['ends the queue', (queue) => queue.finish(), 'A batch is sent before its queue ends'],
  ['sends', (queue) => queue.acknowledge(0), 'Nothing else is sent while a batch is filled'],
])('a stream that %s while it fills a batch is reported as a fault', async (_what, act, message) => {
  const faults: unknown[] = []
  const bearer = { bearerName: 'test', onFault: (error: unknown) => void faults.push(error) }
  const queue = new SendQueue({ bearer, sendQueueOverfull: () => {} })
  queue.attach(createMemoryPair()[0])
  const source: FrameSource = {
    nextQueued: undefined,
    isQueued: false,
    addFrame(batch) {
      batch.add(frameType.data, 1, 'x', 0)
      queue.isBlocked = true
      act(queue)
      return false
    },
    offerWritable() {},
  }
  queue.addSource(source)
  await setImmediate()
  expect(faults).toEqual([expect.objectContaining({ message })])
})
