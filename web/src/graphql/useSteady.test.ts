import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NetworkStatus } from '@apollo/client'
import { act, renderHook } from '@testing-library/react'
import { useSteady } from './useSteady.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const asked = { loading: true, data: undefined, error: undefined, networkStatus: NetworkStatus.loading }
const answered = { loading: false, data: 'data', error: undefined, networkStatus: NetworkStatus.ready }
const refused = { loading: false, data: undefined, error: new Error('refused'), networkStatus: NetworkStatus.error }
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

type Answer = typeof asked | typeof answered | typeof refused
const render = (first: Answer) => renderHook((answer) => useSteady<Answer>(answer), { initialProps: first })

describe('a skeleton', () => {
  it('is not shown before 200 ms: an earlier answer appears immediately', () => {
    const { result, rerender } = render(asked)
    pass(199)
    rerender(answered)
    expect(result.current.data).toBe('data')
    pass(1_000)
    expect(result.current.data).toBe('data')
  })

  it.each([
    ['an answer', answered],
    ['a refusal', refused],
  ])('stays for 300 ms once shown, even if %s arrives', (_, answer) => {
    const { result, rerender } = render(asked)
    pass(200)
    rerender(answer)
    pass(299)
    expect(result.current).toMatchObject({ data: undefined, error: undefined })
    pass(1)
    expect(result.current).toBe(answer)
  })

  it('gives way to an answer immediately once it has been shown for 300 ms', () => {
    const { result, rerender } = render(asked)
    pass(200)
    pass(300)
    rerender(answered)
    expect(result.current.data).toBe('data')
  })

  it('gives way even if a repeated query makes both waits end at the same moment', () => {
    const { result, rerender } = render(asked)
    pass(200)
    pass(100)
    rerender(refused)
    rerender(asked)
    pass(200)
    rerender(refused)
    pass(300)
    expect(result.current).toBe(refused)
  })

  it('does not delay an answer while previous data is shown', () => {
    const { result, rerender } = renderHook((answer) => useSteady(answer), {
      initialProps: { ...asked, data: undefined as string | undefined, previousData: 'before' },
    })
    pass(300)
    rerender({ ...answered, error: undefined, previousData: 'before' })
    expect(result.current.data).toBe('data')
  })
})

describe('an error', () => {
  it.each([
    ['a poll', NetworkStatus.poll],
    ['another attempt', NetworkStatus.refetch],
  ])('stays during %s, and gives way to its answer immediately', (_, networkStatus) => {
    const { result, rerender } = render(refused)
    rerender({ ...asked, networkStatus })
    pass(1_000)
    expect(result.current.error).toBe(refused.error)
    rerender(answered)
    expect(result.current).toBe(answered)
  })

  it('gives way to a skeleton while a query with other variables loads', () => {
    const { result, rerender } = render(refused)
    rerender({ ...asked, networkStatus: NetworkStatus.setVariables })
    expect(result.current.error).toBeUndefined()
  })
})
