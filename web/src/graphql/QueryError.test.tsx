import { describe, expect, it, vi } from 'vitest'
import { CombinedGraphQLErrors } from '@apollo/client/errors'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderUi } from '../testing/render.tsx'
import { QueryError } from './QueryError.tsx'

const refusedWith = (code: string) =>
  new CombinedGraphQLErrors({ errors: [{ message: 'Why it failed.', extensions: { code } }] })

const button = () => screen.getByRole('button', { name: 'Try again' })

describe('a screen whose query failed', () => {
  it.each([
    ['FORBIDDEN', false],
    ['NOT_FOUND', false],
    ['BAD_USER_INPUT', false],
    ['UNAVAILABLE', true],
    ['RATE_LIMITED', true],
    ['INTERNAL', true],
  ])('with %s offers another attempt only if it may succeed: %s', (code, offered) => {
    renderUi(<QueryError what="your team" error={refusedWith(code)} onRetry={() => undefined} />)
    expect(screen.getByText('Why it failed.')).toBeVisible()
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(offered ? 1 : 0)
  })

  it('offers another attempt if no server answered', () => {
    renderUi(<QueryError what="your team" error={new TypeError('Failed to fetch')} onRetry={() => undefined} />)
    expect(button()).toBeVisible()
  })

  it('shows that another attempt is under way until it fails too', async () => {
    const onRetry = vi.fn()
    const show = (error: unknown) => <QueryError what="your team" error={error} onRetry={onRetry} />
    const { rerender } = renderUi(show(refusedWith('UNAVAILABLE')))
    await userEvent.click(button())
    expect(button()).toBeDisabled()
    expect(onRetry).toHaveBeenCalledOnce()
    rerender(show(refusedWith('UNAVAILABLE')))
    expect(button()).toBeEnabled()
  })
})
