/** Adds up layout shifts, regardless of earlier user input, and navigates between pages as a link does. */
export const measuring = `
  window.shift = 0
  const add = (entries) => { for (const { value } of entries) window.shift += value }
  const observer = new PerformanceObserver((list) => add(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  const frame = () => new Promise(requestAnimationFrame)
  const isLoading = () => document.querySelector('main h1, main h2') === null
    || document.querySelector('main .mantine-Skeleton-root, main [aria-busy="true"], .mantine-Loader-root') !== null
  /** Resolves to the shift once the page with another title has stood for five frames. */
  window.settle = async (titleBefore) => {
    for (let still = 0, frames = 0; still < 5; frames += 1) {
      if (frames > 2000) throw new Error('the page does not settle')
      await frame()
      still = isLoading() || document.title === titleBefore ? 0 : still + 1
    }
    add(observer.takeRecords())
    return window.shift
  }
  window.visit = (path) => {
    window.shift = 0
    const { title } = document
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    return window.settle(title)
  }
`
