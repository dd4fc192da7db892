import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from './icons.ts'

interface AddButtonProps {
  label: string
  /** Shows a placeholder until it is known whether there is room for more. */
  loading: boolean
  onClick: () => void
}

/** Opens the page's form. Placed in the page header. */
export function AddButton({ label, loading, onClick }: AddButtonProps) {
  if (loading) return <Skeleton width="9.5rem" height={36} />
  return (
    <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  )
}
