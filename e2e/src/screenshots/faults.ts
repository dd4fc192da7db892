import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** The success criteria of WCAG 2.2 up to level AA, as axe names them. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Lists what keeps people from using the page, one line each: what axe finds, what lies outside the window, controls that are named
 * alike, icons that the text beside them has squeezed, and words that are cut off.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const overflow = await findOverflow(page)
  return [
    ...(overflow === undefined ? [] : [overflow]),
    ...(await findSharedNames(page)),
    ...(await findSqueezedIcons(page)),
    ...(await findCutWords(page)),
    ...(await findViolations(page)),
  ]
}

/** Describes the controls of one list, table or form that somebody who hears their names cannot tell apart. Buttons that copy the same text may share one. */
async function findSharedNames(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const lists = 'table, ul, ol, form, [role=list]'
    const nameOf = (one) => one.ariaLabel ?? (one.labels?.[0]?.textContent || one.textContent).trim()
    const outermost = [...document.querySelectorAll(lists)].filter((list) => !list.parentElement.closest(lists))
    return outermost.flatMap((list) => {
      const controls = [...list.querySelectorAll(':is(button, input, select):not([tabindex="-1"])')]
      const named = controls.filter((one) => one.checkVisibility() && nameOf(one) !== '')
      const alike = Object.entries(Object.groupBy(named, (one) => one.type + ' ' + nameOf(one)))
      return alike
        .filter(([, those]) => those.length > 1)
        .filter(([name, those]) => !name.includes(' Copy ') || new Set(those.map((one) => one.parentElement.textContent)).size > 1)
        .map(([name, those]) => those.length + ' controls of one list are named alike: ' + name)
    })
  })()`)
}

/** Describes the icons that are narrower than drawn. */
async function findSqueezedIcons(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('svg.tabler-icon')]
    .filter((icon) => icon.checkVisibility() && icon.getBoundingClientRect().width < icon.getAttribute('width') - 0.5)
    .map((icon) => 'squeezed icon beside: ' + icon.parentElement.textContent)`)
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

/** Describes the texts that end at the edge of a box, with neither a way to scroll nor an ellipsis. */
export async function findCutWords(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('body *')]
    .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1 && one.checkVisibility())
    .filter((one) => one.textContent.trim() !== '' && one.tagName !== 'SELECT')
    .filter((one) => ['hidden', 'clip'].includes(getComputedStyle(one).overflowX) && getComputedStyle(one).textOverflow === 'clip')
    .map((one) => 'cut off after ' + one.clientWidth + ' of ' + one.scrollWidth + ' px: ' + one.textContent.slice(0, 80))`)
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
