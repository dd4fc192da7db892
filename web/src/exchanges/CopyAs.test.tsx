import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { renderUi } from '../testing/render.tsx'
import { CopyAs } from './CopyAs.tsx'

describe('the buttons that copy a request', () => {
  it('say for 2 seconds that it was copied, and whether the browser refused', async () => {
    userEvent.setup()
    renderUi(<CopyAs texts={{ cURL: () => 'curl', HAR: () => '{}' }} />)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    fireEvent.click(screen.getByRole('button', { name: 'Copy as cURL' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByRole('button', { name: 'Copied as cURL' })).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(screen.getByRole('button', { name: 'Copy as cURL' })).toBeVisible()

    write.mockRejectedValue(new DOMException('Denied', 'NotAllowedError'))
    fireEvent.click(screen.getByRole('button', { name: 'Copy as HAR' }))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByRole('button', { name: 'Cannot copy as HAR' })).toBeVisible()
  })
})
