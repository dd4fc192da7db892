import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { flushSync } from 'react-dom'
import classes from './VirtualList.module.css'

/** Operations on a list from outside. */
export interface VirtualListHandle {
  scrollToTop: () => void
  /** Moves the focus to a row, or to the first if none has this key. */
  focus: (key: string | undefined) => void
}

interface VirtualListProps<Row> {
  /** What the list holds, for screen readers. */
  label: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The height of a row before it has been drawn, in pixels. When it changes, drawn rows are measured again. */
  rowHeight: number
  /** Draws a row. Its first link or button gets the focus. */
  children: (row: Row) => ReactNode
  /** Called when the reader leaves the top of the list or moves through it by keys, and when they are back: rows that arrive meanwhile would move what is being read. */
  onReading: (isReading: boolean) => void
  /** Called when the first row becomes visible, so that earlier rows can be loaded; it then keeps its position. */
  onStart?: (() => void) | undefined
  /** Called when the end becomes visible, so that more can be loaded. */
  onEnd?: (() => void) | undefined
  handle?: Ref<VirtualListHandle>
}

/** How many rows are drawn above and below the visible ones. */
const overscan = 8
/** A list that has scrolled by less than this is at its top; pixels. */
const topPx = 8

/**
 * A list of any number of rows, of which only the visible ones are drawn. It scrolls within the space that its parent gives it. Arrow keys,
 * j and k, Home and End move the focus from row to row. Changes above a reader who has scrolled do not move what they read.
 */
export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { label, rows, rowKey, rowHeight, children, onReading, onStart, onEnd, handle } = props
  const root = useRef<HTMLDivElement>(null)
  /** The row that had the focus last: it stays drawn out of sight, so that the focus is not lost. */
  const [activeKey, setActiveKey] = useState<string>()
  const [isAway, setAway] = useState(false)
  const [isMoving, setMoving] = useState(false)
  /** Whether the active row must get the focus once it is drawn. */
  const isFocusDue = useRef(false)
  /** The row at the top of a scrolled list, and the distance by which it has moved past the top; pixels. */
  const anchor = useRef<{ key: string; hidden: number }>(undefined)
  const activeIndex = activeKey === undefined ? -1 : rows.findIndex((row) => rowKey(row) === activeKey)

  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here alone, and nothing is memoized on it
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => root.current,
    // Stable, because otherwise every render would measure all rows again.
    getItemKey: useCallback((index: number) => findKey(rows, rowKey, index) ?? index, [rows, rowKey]),
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor(range) {
      const indexes = defaultRangeExtractor(range)
      return activeIndex === -1 || indexes.includes(activeIndex)
        ? indexes
        : [...indexes, activeIndex].toSorted((a, b) => a - b)
    },
    useFlushSync: false,
  })
  const drawn = virtualizer.getVirtualItems()
  const isStartInSight = (virtualizer.range?.startIndex ?? 0) <= overscan
  const isEndInSight = (virtualizer.range?.endIndex ?? 0) >= rows.length - 1 - overscan

  function takeAnchor(): void {
    const top = root.current?.scrollTop ?? 0
    const first = top > topPx || onStart ? virtualizer.getVirtualItemForOffset(top) : undefined
    anchor.current = first && { key: String(first.key), hidden: top - first.start }
  }

  function moveTo(index: number): void {
    const bounded = Math.min(Math.max(index, 0), rows.length - 1)
    const key = findKey(rows, rowKey, bounded)
    if (key === undefined) return
    isFocusDue.current = true
    setActiveKey(key)
    virtualizer.scrollToIndex(bounded)
  }

  useImperativeHandle(handle, () => ({
    scrollToTop() {
      root.current?.scrollTo({ top: 0 })
      anchor.current = undefined
      setAway(false)
      setMoving(false)
    },
    focus: (key) => moveTo(rows.findIndex((row) => rowKey(row) === key)),
  }))

  const measuredHeight = useRef(rowHeight)
  useLayoutEffect(() => {
    if (measuredHeight.current === rowHeight) return
    measuredHeight.current = rowHeight
    // The heights of invisible rows are outdated.
    virtualizer.measure()
    for (const row of root.current?.querySelectorAll('li') ?? []) virtualizer.measureElement(row)
  }, [virtualizer, rowHeight])

  useLayoutEffect(() => {
    const { key, hidden } = anchor.current ?? {}
    const index = key === undefined ? -1 : rows.findIndex((row) => rowKey(row) === key)
    const start = virtualizer.measurementsCache[index]?.start
    if (start === undefined || hidden === undefined || !root.current) return
    const top = start + hidden
    // Browsers round fractions of a pixel.
    if (Math.abs(root.current.scrollTop - top) >= 1) root.current.scrollTop = top
  }, [virtualizer, rows, rowKey])

  useLayoutEffect(() => {
    if (!isFocusDue.current) return
    const target = root.current?.querySelector<HTMLElement>(`[data-index="${activeIndex}"] :is(a, button)`)
    if (!target) return
    target.focus({ preventScroll: true })
    // A hidden list cannot take the focus: it gets it once it is shown.
    isFocusDue.current = document.activeElement !== target
  })

  useEffect(() => {
    onReading(isAway || isMoving)
  }, [onReading, isAway, isMoving])

  useEffect(() => {
    if (isStartInSight) onStart?.()
  }, [isStartInSight, rows, onStart])

  useEffect(() => {
    if (isEndInSight) onEnd?.()
  }, [isEndInSight, rows.length, onEnd])

  function takeKey(event: KeyboardEvent): void {
    const [before, after] = [activeIndex - 1, activeIndex + 1]
    const to = { ArrowDown: after, j: after, ArrowUp: before, k: before, Home: 0, End: rows.length - 1 }[event.key]
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    // The row has the focus before the next key arrives.
    flushSync(() => {
      setMoving(true)
      moveTo(to)
    })
  }

  return (
    <div
      ref={root}
      className={classes.root}
      onScroll={({ currentTarget }) => {
        setAway(currentTarget.scrollTop > topPx)
        takeAnchor()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setMoving(false)
      }}
    >
      <ul aria-label={label} style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {drawn.map(({ key, index, start }) => {
          const row = rows[index]
          return (
            row !== undefined && (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the link or button in it
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                className={classes.row}
                style={{ transform: `translateY(${start}px)` }}
                onFocus={() => setActiveKey(rowKey(row))}
                onKeyDown={takeKey}
              >
                {children(row)}
              </li>
            )
          )
        })}
      </ul>
    </div>
  )
}

function findKey<Row>(rows: readonly Row[], rowKey: (row: Row) => string, index: number): string | undefined {
  const row = rows[index]
  return row === undefined ? undefined : rowKey(row)
}
