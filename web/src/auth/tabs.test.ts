import { afterEach, describe, expect, it, vi } from 'vitest'
import { createBrowserTabs } from './tabs.ts'

const refuse = () => Promise.reject(new DOMException('Access to the Locks API is denied.', 'SecurityError'))

function offerLocks(request: (name: string, task: () => Promise<void>) => Promise<void>): void {
  vi.stubGlobal('navigator', { locks: { request } })
}

afterEach(() => vi.unstubAllGlobals())

describe('the tabs of a browser', () => {
  it('run a task once, with the lock', async () => {
    const task = vi.fn(() => Promise.resolve())
    offerLocks((_name, locked) => locked())
    await createBrowserTabs().alone(task)
    expect(task).toHaveBeenCalledOnce()
  })

  it('run a task once if the browser refuses locks', async () => {
    const task = vi.fn(() => Promise.resolve())
    offerLocks(refuse)
    await createBrowserTabs().alone(task)
    expect(task).toHaveBeenCalledOnce()
  })

  it('reject with the error of a task, which is not run again', async () => {
    const task = vi.fn(() => Promise.reject(new Error('failed')))
    offerLocks((_name, locked) => locked())
    await expect(createBrowserTabs().alone(task)).rejects.toThrow('failed')
    expect(task).toHaveBeenCalledOnce()
  })

  it('work alone if the browser refuses a channel', () => {
    vi.stubGlobal('BroadcastChannel', function refuseChannel() {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
    const tabs = createBrowserTabs()
    const stop = tabs.listen(() => undefined)
    expect(() => tabs.post({ type: 'signed-out' })).not.toThrow()
    stop()
  })
})
