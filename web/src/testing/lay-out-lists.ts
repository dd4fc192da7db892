import { onTestFinished, vi } from 'vitest'

/** Gives scrolling lists, and their rows, the heights in pixels that jsdom does not compute, until the test ends. */
export function layOutLists({ listHeight, rowHeight }: { listHeight: number; rowHeight: number }): void {
  const heights = [
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowHeight),
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(listHeight),
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function measure(this: Element) {
      const [content] = this.children
      return content instanceof HTMLElement ? Number.parseFloat(content.style.height) : listHeight
    }),
  ]
  onTestFinished(() => {
    for (const height of heights) height.mockRestore()
  })
}
