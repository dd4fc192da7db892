import { describe, expect, it } from 'vitest'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { ReportIssuePage } from './ReportIssuePage.tsx'

describe('the issue form', () => {
  it('is emptied after an issue is sent, including prefilled fields, but keeps the contact email', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.mutations['sendContactRequest'] = () => ({ contactRequest: { id: 'request' } })
    renderScreen(<ReportIssuePage />, { api, at: '/report-issue?title=Broken&description=It+broke&type=feature' })
    expect(screen.getByLabelText(/^Title/)).toHaveValue('Broken')
    await user.type(screen.getByLabelText(/^Contact email/), 'ada@example.com')
    await user.click(screen.getByRole('button', { name: 'Submit issue' }))

    expect(await screen.findByText(/Your issue has been submitted successfully/)).toBeVisible()
    expect(screen.getByLabelText(/^Title/)).toHaveValue('')
    expect(screen.getByLabelText(/^Description/)).toHaveValue('')
    expect(screen.getByLabelText(/^Contact email/)).toHaveValue('ada@example.com')
  })
})
