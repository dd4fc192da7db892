import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter, useLocation } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { renderUi } from '../testing/render.tsx'
import { useTypedParameter } from './useTypedParameter.ts'

function Finder() {
  const [text, setText] = useTypedParameter('find')
  return (
    <>
      <input aria-label="Find" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      <Link to="?">Clear</Link>
      <Link to="?find=linked">Linked</Link>
      <output>{useLocation().search}</output>
    </>
  )
}

const open = (at: string) => {
  renderUi(
    <MemoryRouter initialEntries={[at]}>
      <Finder />
    </MemoryRouter>,
  )
  return { field: screen.getByLabelText('Find'), user: userEvent.setup() }
}

describe('a field whose text is in the address', () => {
  it('begins with the text of the address, which follows what is typed', async () => {
    const { field, user } = open('/?page=2&find=sho')
    expect(field).toHaveValue('sho')
    await user.type(field, 'p')
    expect(screen.getByText('?page=2&find=shop')).toBeVisible()
    await user.clear(field)
    expect(screen.getByText('?page=2')).toBeVisible()
  })

  it('takes the text that a link or a button sets, whatever was typed', async () => {
    const { field, user } = open('/')
    await user.type(field, 'shop')
    await user.click(screen.getByRole('link', { name: 'Clear' }))
    expect(field).toHaveValue('')
    await user.type(field, 'a')
    await user.click(screen.getByRole('link', { name: 'Linked' }))
    expect(field).toHaveValue('linked')
    await user.clear(field)
    await user.type(field, 'b')
    expect(field).toHaveValue('b')
  })
})
