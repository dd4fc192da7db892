import { describe, expect, it } from 'vitest'
import { screen } from '@testing-library/react'
import { renderUi } from '../testing/render.tsx'
import { UsageCard } from './UsageCard.tsx'

const warningText = () => screen.getByRole('status').textContent

describe('the meter of a limit', () => {
  it.each([
    [79, ''],
    [80, '80% of the limit is used.'],
    [100, 'The limit of your plan is reached.'],
  ])('at %s of 100 says %j, and on which day a monthly figure resets', (used, text) => {
    renderUi(<UsageCard title="API Requests" used={used} limit={100} monthly />)
    expect(warningText()).toBe(text)
    expect(screen.getByText(/^This month\. Resets on [A-Z][a-z]{2} 1, \d{4} \(UTC\)\.$/)).toBeVisible()
  })

  it('says that a figure that is not monthly does not reset', () => {
    renderUi(<UsageCard title="Gateway usage" used={3} limit={3} />)
    expect(warningText()).toBe('The limit of your plan is reached. It counts what you have now, so it does not reset.')
    expect(screen.queryByText(/Resets on/)).not.toBeInTheDocument()
  })
})
