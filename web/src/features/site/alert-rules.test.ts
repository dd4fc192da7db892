import { describe, expect, it } from 'vitest'
import { isShownOn, type SitewideAlert } from './alert-rules.ts'

const alert = (showOnPages: string[], endDate: string | null = null): SitewideAlert => ({
  id: 'alert',
  title: null,
  message: 'Down on Sunday',
  type: 'warning',
  startDate: null,
  endDate,
  showOnPages,
  dismissible: true,
})

describe('a sitewide alert', () => {
  it.each([
    [['all'], '/admin/agents', true],
    [['/pricing'], '/pricing', true],
    [['/pricing'], '/pricing/', true],
    [['/pricing'], '/', false],
    [['/'], '/pricing', false],
    [['/', '/docs'], '/', true],
    [[], '/', false],
  ])('for the pages %j is shown on %s: %s', (pages, path, shown) => {
    expect(isShownOn(alert(pages), path, 0)).toBe(shown)
  })

  it('disappears at its end date', () => {
    const ending = alert(['all'], '2026-11-21T10:00:00.000Z')
    expect(isShownOn(ending, '/', Date.parse('2026-11-21T09:59:59.999Z'))).toBe(true)
    expect(isShownOn(ending, '/', Date.parse('2026-11-21T10:00:00.000Z'))).toBe(false)
  })
})
