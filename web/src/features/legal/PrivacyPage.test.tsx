import { describe, expect, it } from 'vitest'
import { screen } from '@testing-library/react'
import { renderScreen } from '../../testing/render.tsx'
import { TestApi } from '../../testing/test-api.ts'
import { PrivacyPage } from './PrivacyPage.tsx'

describe('the privacy policy', () => {
  it('names what is recorded of requests, and the copies that members share', async () => {
    renderScreen(<PrivacyPage />, { api: new TestApi(), at: '/privacy' })
    const heading = await screen.findByRole('heading', { name: 'What passes through your tunnels' })
    const text = heading.parentElement?.textContent ?? ''
    for (const recorded of ["visitor's IP address", 'browser', 'query', 'how it was answered', 'switch this off'])
      expect(text).toContain(recorded)
    expect(text).toContain('A request that a member shares is kept here')
    expect(text).not.toContain('do not keep their bodies')
  })

  it('names what people add to their profile', async () => {
    renderScreen(<PrivacyPage />, { api: new TestApi(), at: '/privacy' })
    const table = await screen.findByRole('table')
    for (const kept of ['phone number', 'passkeys', 'authenticator apps', 'sign-in providers'])
      expect(table).toHaveTextContent(kept)
  })
})
