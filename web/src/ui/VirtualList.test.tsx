import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import { layOutLists } from '../testing/lay-out-lists.ts'
import { renderUi } from '../testing/render.tsx'
import { theme } from '../theme/theme.ts'
import { VirtualList } from './VirtualList.tsx'

const count = 100_000
const rows = Array.from({ length: count }, (_, index) => `row ${index}`)

it('a virtual list of 100,000 rows renders only those in view, keeps focus, and reports its end', async () => {
  layOutLists({ listHeight: 600, rowHeight: 60 })
  const told: string[] = []
  renderUi(
    <VirtualList
      label="Rows"
      rows={rows}
      rowKey={String}
      rowHeight={60}
      onReading={(isReading) => told.push(isReading ? 'reading' : 'at the top')}
      onEnd={() => told.push('end')}
    >
      {(row) => <a href={`#${row}`}>{row}</a>}
    </VirtualList>,
  )
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40)
  await userEvent.tab()
  expect(screen.getByRole('link', { name: 'row 0' })).toHaveFocus()
  expect(told).toEqual(['at the top'])
  await userEvent.keyboard('{End}')
  await waitFor(() => expect(screen.getByRole('link', { name: `row ${count - 1}` })).toHaveFocus())
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40)
  expect(told).toEqual(['at the top', 'reading', 'end'])
  await userEvent.keyboard('{Home}{ArrowDown}')
  await waitFor(() => expect(screen.getByRole('link', { name: 'row 1' })).toHaveFocus())
  await userEvent.tab({ shift: true })
  await userEvent.tab({ shift: true })
  await waitFor(() => expect(told.at(-1)).toBe('at the top'))
})

const link = (name: string) => screen.getByRole('link', { name })
const press = (name: string, key: string) =>
  link(name).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

it('a virtual list moves focus synchronously, so that the next key reaches the new row', () => {
  layOutLists({ listHeight: 600, rowHeight: 60 })
  render(renderFrom(0))
  act(() => link('row 1').focus())
  // As in a browser, where React renders when it has the time.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  onTestFinished(() => void vi.unstubAllGlobals())
  press('row 1', 'k')
  expect(link('row 0')).toHaveFocus()
  press('row 0', 'End')
  expect(link('row 999')).toHaveFocus()
})

/** A thousand rows, starting at the given one. */
const renderFrom = (from: number) => (
  <MantineProvider theme={theme} env="test">
    <VirtualList
      label="Rows"
      rows={rows.slice(from, from + 1000)}
      rowKey={String}
      rowHeight={60}
      onReading={() => undefined}
    >
      {(row) => <a href={`#${row}`}>{row}</a>}
    </VirtualList>
  </MantineProvider>
)

it('a virtual list keeps visible rows in place when rows come and go above them', () => {
  layOutLists({ listHeight: 600, rowHeight: 60 })
  const { rerender } = render(renderFrom(500))
  const list = screen.getByRole('list', { name: 'Rows' }).parentElement!
  const placeOf = (name: string) => {
    const item = screen.getByRole('link', { name }).closest('li')!
    return Number(/translateY\((.*)px\)/.exec(item.style.transform)?.[1]) - list.scrollTop
  }
  list.scrollTop = 6010
  fireEvent.scroll(list)
  expect(placeOf('row 601')).toBe(50)
  for (const from of [400, 550]) {
    rerender(renderFrom(from))
    fireEvent.scroll(list)
    expect(placeOf('row 601')).toBe(50)
  }
})
