import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** The success criteria of WCAG 2.2 up to level AA, as axe names them. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Lists what keeps people from using the page, one line each: what axe finds, and what lies outside the window. */
export async function findFaults(page: Page): Promise<string[]> {
  const overflow = await findOverflow(page)
  return [...(overflow === undefined ? [] : [overflow]), ...(await findViolations(page))]
}

/** Describes what is wider than the window and makes the page scroll sideways; undefined if nothing is. */
export async function findOverflow(page: Page): Promise<string | undefined> {
  const widest = await page.evaluate<string | null>(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const beyond = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > clientWidth + 1)
    const names = beyond.slice(0, 5).map((one) => one.tagName.toLowerCase() + '.' + [...one.classList].join('.'))
    return (scrollWidth - clientWidth) + ' px wider than the window: ' + names.join(', ')
  })()`)
  return widest ?? undefined
}

async function findViolations(page: Page): Promise<string[]> {
  // Evaluated rather than added as a script, which the page's policy would refuse.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run({ runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] })`,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  )
}
