import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { GraphQLError } from 'graphql'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { ContactForm } from './ContactForm.tsx'

const refusal = 'Too many messages. Try again in an hour.'
const thanks = /^Your message has been sent/

describe('the contact form', () => {
  it('shows the outcome of the last attempt only, whether the form or the server rejected it', async () => {
    const user = userEvent.setup()
    const api = new TestApi()
    api.mutations['sendContactRequest'] = () => {
      throw new GraphQLError(refusal, { extensions: { code: 'RATE_LIMITED' } })
    }
    renderScreen(<ContactForm category="general" />, { api })
    const send = () => user.click(screen.getByRole('button', { name: 'Send message' }))
    const subject = screen.getByLabelText(/^Subject/)
    await user.type(screen.getByLabelText(/^Name/), 'Ada')
    await user.type(screen.getByLabelText(/^Email/), 'ada@example.com')
    await user.type(subject, 'Hello')
    await user.type(screen.getByLabelText(/^Message/), 'Good day.')
    await send()
    expect(await screen.findByText(refusal)).toBeVisible()

    await user.clear(subject)
    await send()
    expect(await screen.findByText('Enter a subject')).toBeVisible()
    expect(screen.queryByText(refusal)).toBeNull()

    await user.type(subject, 'Hello')
    await send()
    expect(await screen.findByText(refusal)).toBeVisible()
    expect(screen.queryByText('Enter a subject')).toBeNull()

    api.mutations['sendContactRequest'] = () => ({ contactRequest: { id: 'request' } })
    await send()
    expect(await screen.findByText(thanks)).toBeVisible()
    await send()
    expect(await screen.findByText('Enter a subject')).toBeVisible()
    expect(screen.queryByText(thanks)).toBeNull()
  })
})
