import { TextInput } from '@mantine/core'
import type { Find } from './useFind.ts'

interface FindFieldProps {
  /** What it finds, for example `Find a gateway`. */
  label: string
  find: Pick<Find<unknown>, 'wanted' | 'setWanted'>
  /** How many items there are. */
  total: number | undefined
  /** The field shows once there are more items than this. */
  above?: number
}

/** Filters a list that is too long to scan. */
export function FindField({ label, find: { wanted, setWanted }, total = 0, above = 10 }: FindFieldProps) {
  if (wanted === '' && total <= above) return null
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      value={wanted}
      onChange={(event) => setWanted(event.currentTarget.value)}
    />
  )
}
