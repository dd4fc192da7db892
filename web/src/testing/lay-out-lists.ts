import { onTestFinished, vi } from 'vitest'

/** Gives lists that scroll, and their rows, the heights that jsdom does not compute, in pixels. Until the test is over. */
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
