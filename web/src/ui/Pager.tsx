import { Button, Group, Text } from '@mantine/core'
import { IconNext, IconPrevious } from './icons.ts'
import classes from './Pager.module.css'

interface PagerProps {
  /** What is paged, for example `Recent Sessions`. */
  label: string
  /** From 1. */
  page: number
  pageCount: number
  onChange: (page: number) => void
}

/** Previous and Next with `Page X of Y`; nothing when one page holds all. */
export function Pager({ label, page, pageCount, onChange }: PagerProps) {
  if (pageCount <= 1) return null
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
