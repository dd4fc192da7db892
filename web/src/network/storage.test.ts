import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserStore, tabStore } from './storage.ts'

afterEach(() => vi.restoreAllMocks())

const refusal = (name: string) => () => {
  throw new DOMException('refused', name)
}

describe.each([
  ['all tabs', browserStore, 'localStorage'],
  ['one tab', tabStore, 'sessionStorage'],
] as const)('the store of %s', (_, store, storage) => {
  it('keeps a text beyond the page, and forgets it', () => {
    expect(store.keep('kept', 'text')).toBe(true)
    expect(window[storage].getItem('kept')).toBe('text')
    expect(store.find('kept')).toBe('text')
    store.forget('kept')
    expect(store.find('kept')).toBeUndefined()
  })

  it('keeps a text as long as the page stays open if the browser switched the storage off', () => {
    vi.spyOn(window, storage, 'get').mockImplementation(refusal('SecurityError'))
    expect(store.find('off')).toBeUndefined()
    expect(store.keep('off', 'text')).toBe(false)
    expect(store.find('off')).toBe('text')
    store.forget('off')
    expect(store.find('off')).toBeUndefined()
  })

  it('keeps the new text in place of an older one if the storage is full, until there is room again', () => {
    store.keep('full', 'old')
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refusal('QuotaExceededError'))
    expect(store.keep('full', 'new')).toBe(false)
    expect(store.find('full')).toBe('new')
    setItem.mockRestore()
    expect(store.keep('full', 'newest')).toBe(true)
    expect(store.find('full')).toBe('newest')
    store.forget('full')
  })
})
