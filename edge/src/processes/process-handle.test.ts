import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { countHeldBytes } from '../testing/held-bytes.ts'
import type { ToProcess } from './messages.ts'
import { ProcessHandle } from './process-handle.ts'

const mebibyte = 1024 * 1024

/** A process that answers each question with a state of 1 MiB, unless it hangs. */
class Child extends EventEmitter {
  readonly process = { kill: () => {} }
  isHanging = false

  isConnected(): boolean {
    return true
  }

  send(message: ToProcess): boolean {
    if (message.type !== 'question' || this.isHanging) return true
    const answer = { obstacles: [], metrics: [Buffer.alloc(mebibyte)] }
    setImmediate(() => this.emit('message', { type: 'answer', id: message.id, answer }))
    return true
  }
}

it('the states of a process are not kept after they were read, however often it is asked', async () => {
  const handle = new ProcessHandle(0, new Child(), () => {})
  const before = countHeldBytes()
  for (let count = 0; count < 20; count += 1) expect((await handle.ask())?.metrics).toHaveLength(1)
  expect(countHeldBytes() - before).toBeLessThan(3 * mebibyte)
})

it('a process that ends while it is asked has no state', async () => {
  const child = new Child()
  const handle = new ProcessHandle(0, child, () => {})
  child.isHanging = true
  const asked = handle.ask()
  child.emit('exit', 1, null)
  const startedMs = performance.now()
  expect(await asked).toBeUndefined()
  expect(performance.now() - startedMs).toBeLessThan(1_000)
})

it('a process that cannot be started has ended, and the system says why', async () => {
  const child = new Child()
  const handle = new ProcessHandle(0, child, () => {})
  child.emit('error', new Error('spawn node EAGAIN'))
  expect(await handle.exited).toBe('spawn node EAGAIN')
  await expect(handle.started).rejects.toThrow('A process of the edge ended before it had started (spawn node EAGAIN).')
})
