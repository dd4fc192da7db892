import { describe, expect, it, vi } from 'vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readClipboard } from '../testing/clipboard.ts'
import { renderUi } from '../testing/render.tsx'
import { SecretValue } from './SecretValue.tsx'

const secret = `pk_${'0a1b2c3d'.repeat(8)}`

describe('a secret', () => {
  it('is masked until it is shown, and masked again once it is hidden', async () => {
    const user = userEvent.setup()
    const { container } = renderUi(<SecretValue secret={secret} label="AuthID" />)
    expect(container).toHaveTextContent('pk_••••••••••••••••')
    expect(container).not.toHaveTextContent('0a1b')

    await user.click(screen.getByRole('button', { name: 'Show AuthID' }))
    expect(container).toHaveTextContent(secret)

    await user.click(screen.getByRole('button', { name: 'Hide AuthID' }))
    expect(container).not.toHaveTextContent('0a1b')
  })

  it('is copied in full while it is masked, and says so', async () => {
    const user = userEvent.setup()
    renderUi(<SecretValue secret={secret} label="AuthID" />)
    await user.click(screen.getByRole('button', { name: 'Copy AuthID' }))
    expect(await screen.findByText('Copied')).toBeInTheDocument()
    expect(await readClipboard()).toBe(secret)
  })

  it('is shown if the browser refuses to copy it, and says so', async () => {
    const user = userEvent.setup()
    const { container } = renderUi(<SecretValue secret={secret} label="AuthID" />)
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Denied', 'NotAllowedError'))
    await user.click(screen.getByRole('button', { name: 'Copy AuthID' }))
    expect(await screen.findByText(/^Not copied/)).toBeInTheDocument()
    expect(container).toHaveTextContent(secret)
    expect(screen.getByRole('button', { name: 'Copy AuthID' })).toHaveFocus()
  })
})
