import '@testing-library/jest-dom/vitest'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { act, cleanup, configure } from '@testing-library/react'
import { TextDecoder, TextEncoder } from 'node:util'

// Browser features that jsdom lacks.
Object.assign(globalThis, { TextDecoder, TextEncoder })
performance.getEntriesByType = () => []
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
window.scrollTo = () => {}
Element.prototype.scrollTo = function scrollTo(this: Element, to?: number | ScrollToOptions) {
  if (typeof to === 'object' && to.top !== undefined) this.scrollTop = to.top
  this.dispatchEvent(new Event('scroll'))
}
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  }) satisfies MediaQueryList

// A failed query names what it looked for; printing the whole document after it hides that. A busy machine takes seconds to draw a screen.
configure({ getElementError: (message) => new Error(message ?? undefined), asyncUtilTimeout: 5_000 })

// React and Apollo report on the console what works today and breaks tomorrow.
const complaints = vi.spyOn(console, 'error')

beforeEach(() => {
  localStorage.clear()
  complaints.mockClear()
})

// Testing Library does these two itself if a test runner has globals.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
afterEach(cleanup)

afterEach(() => expect(complaints).not.toHaveBeenCalled())

// A part that no test waited for would load into an environment that is gone, and fail the next file.
afterAll(() => act(() => vi.dynamicImportSettled()))
