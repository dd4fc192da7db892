import { Button, Group, Text } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { IconNext, IconPrevious } from './icons.ts'
import classes from './Pager.module.css'

interface PagerProps {
  /** What is paged, for example `Recent Sessions`. */
  label: string
  /** From 1. */
  page: number
  /** Undefined until it is known. */
  pageCount: number | undefined
  /** Shows another page, with `replace` if the address is beyond the last one. */
  onChange: (page: number, options?: { replace: boolean }) => void
}

/** Previous and Next with `Page X of Y`. Renders nothing for a single page; goes to the last page from beyond it. */
export function Pager({ label, page, pageCount, onChange }: PagerProps) {
  const isBeyond = pageCount !== undefined && page > pageCount
  const goToLast = useEffectEvent(() => onChange(pageCount ?? 1, { replace: true }))
  useEffect(() => {
    if (isBeyond) goToLast()
  }, [isBeyond])
  if (pageCount === undefined || pageCount <= 1) return null
  return (
    <nav className={classes.root} aria-label={`${label} pages`}>
      <Text size="sm" c="dimmed" aria-live="polite">
        Page {page} of {pageCount}
      </Text>
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPrevious size={14} aria-hidden />}
          disabled={page <= 1}
          onClick={() => onChange(page - 1)}
        >
          Previous
        </Button>
        <Button
          variant="default"
          size="xs"
          rightSection={<IconNext size={14} aria-hidden />}
          disabled={page >= pageCount}
          onClick={() => onChange(page + 1)}
        >
          Next
        </Button>
      </Group>
    </nav>
  )
}
