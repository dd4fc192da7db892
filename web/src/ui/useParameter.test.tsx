import { act, fireEvent, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { renderUi } from '../testing/render.tsx'
import { useParameter } from './useParameter.ts'

function Filters() {
  const [, setStatus] = useParameter('status')
  const [, setMethod] = useParameter('method')
  return (
    <>
      <button type="button" onClick={() => setStatus('5xx', { replace: true })}>
        Status
      </button>
      <button type="button" onClick={() => setMethod('GET', { replace: true })}>
        Method
      </button>
      <button type="button" onClick={() => setStatus(undefined, { replace: true })}>
        Any status
      </button>
      <output>{useLocation().search}</output>
    </>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('parameters of the address', () => {
  it('are all set that are set before the address is drawn', () => {
    renderUi(
      <MemoryRouter initialEntries={['/?page=2']}>
        <Filters />
      </MemoryRouter>,
    )
    act(() => {
      press('Status')
      press('Method')
    })
    expect(screen.getByText('?page=2&status=5xx&method=GET')).toBeVisible()
    act(() => {
      press('Any status')
      press('Status')
      press('Any status')
    })
    expect(screen.getByText('?page=2&method=GET')).toBeVisible()
  })
})
