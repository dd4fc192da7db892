import { describe, expect, it } from 'vitest'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { renderScreen } from '../testing/render.tsx'
import { DataTable, type Column } from './DataTable.tsx'

interface Stone {
  name: string
  weight: number | null
}

const stones: Stone[] = [
  { name: 'flint 10', weight: 5 },
  { name: 'Amber', weight: 30 },
  { name: 'flint 9', weight: null },
]

const columns: Column<Stone>[] = [
  { title: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  { title: 'Weight', cell: ({ weight }) => weight ?? 'N/A', numeric: true, sortBy: ({ weight }) => weight },
  { title: 'Note', cell: () => 'A stone' },
]

function Table({ rows = stones, beside }: { rows?: Stone[]; beside?: Stone[] }) {
  return (
    <>
      <DataTable caption="Stones" columns={columns} rows={rows} rowKey={({ name }) => name} />
      {beside && <DataTable caption="Other stones" columns={columns} rows={beside} rowKey={({ name }) => name} />}
      <output aria-label="Address">{useLocation().search}</output>
    </>
  )
}

const listNames = (table = 'Stones') =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)
const heading = (name: string) => screen.getByRole('columnheader', { name })
const address = () => screen.getByRole('status', { name: 'Address' }).textContent

describe('a table that can be sorted', () => {
  it('is sorted by keyboard in ascending, descending and original order, which is kept in the address', async () => {
    const user = userEvent.setup()
    renderScreen(<Table />, { at: '/?find=stone' })
    expect(heading('Name')).not.toHaveAttribute('aria-sort')
    await user.tab()
    expect(within(heading('Name')).getByRole('button')).toHaveFocus()

    await user.keyboard('{Enter}')
    expect(listNames()).toEqual(['Amber', 'flint 9', 'flint 10'])
    expect(heading('Name')).toHaveAttribute('aria-sort', 'ascending')
    expect(address()).toBe('?find=stone&sort-stones=name')

    await user.keyboard(' ')
    expect(listNames()).toEqual(['flint 10', 'flint 9', 'Amber'])
    expect(heading('Name')).toHaveAttribute('aria-sort', 'descending')

    await user.keyboard('{Enter}')
    expect(listNames()).toEqual(['flint 10', 'Amber', 'flint 9'])
    expect(heading('Name')).not.toHaveAttribute('aria-sort')
    expect(address()).toBe('?find=stone')
  })

  it('takes its order from the address, and puts rows without a value last in both directions', async () => {
    const user = userEvent.setup()
    renderScreen(<Table />, { at: '/?sort-stones=-weight' })
    expect(listNames()).toEqual(['Amber', 'flint 10', 'flint 9'])
    expect(heading('Weight')).toHaveAttribute('aria-sort', 'descending')
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await user.click(screen.getByRole('button', { name: 'Weight' }))
    expect(listNames()).toEqual(['flint 10', 'Amber', 'flint 9'])
    expect(heading('Name')).not.toHaveAttribute('aria-sort')
  })

  it('leaves the order of another table on the page, whose columns may have the same names', async () => {
    const user = userEvent.setup()
    renderScreen(<Table beside={stones} />)
    const sortByName = (table: string) =>
      user.click(within(screen.getByRole('table', { name: table })).getByRole('button', { name: 'Name' }))
    await sortByName('Stones')
    expect(listNames('Other stones')).toEqual(['flint 10', 'Amber', 'flint 9'])
    await sortByName('Other stones')
    await sortByName('Other stones')
    expect(listNames()).toEqual(['Amber', 'flint 9', 'flint 10'])
    expect(listNames('Other stones')).toEqual(['flint 10', 'flint 9', 'Amber'])
  })

  it('offers no sorting for a column without a sort key, or for a single row', () => {
    const { unmount } = renderScreen(<Table />)
    expect(within(heading('Note')).queryByRole('button')).toBeNull()
    unmount()
    renderScreen(<Table rows={stones.slice(0, 1)} />, { at: '/?sort-stones=nonsense' })
    expect(screen.queryByRole('button')).toBeNull()
  })
})
