import { Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Panel } from './Panel.tsx'
import { useParameter } from './useParameter.ts'

interface FindPanelProps<Item> {
  title: string
  description?: ReactNode
  /** What the field finds, for example `Find a gateway`. */
  label: string
  /** Undefined while they load. */
  items: Item[] | undefined
  /** The words in which the text that is searched for may occur. */
  listWords: (item: Item) => (string | null | undefined)[]
  /** The parameter of the address that has the page of the list. A new search starts at the first. */
  pageName?: string
  /** The field shows once there are more items than this. */
  above?: number
  /** Draws the items that match; undefined while they load. */
  children: (found: Item[] | undefined) => ReactNode
}

/** A list in a panel, with a field that filters it where it is too long to scan. The address has what is searched for. */
export function FindPanel<Item>(props: FindPanelProps<Item>) {
  const { title, description, label, items, listWords, pageName, above = 10, children } = props
  const [wanted = '', setWanted] = useParameter('find')
  const sought = wanted.trim().toLowerCase()
  const found = sought ? items?.filter((item) => listWords(item).join('\n').toLowerCase().includes(sought)) : items
  return (
    <Panel
      title={title}
      description={description}
      aside={
        (wanted !== '' || (items?.length ?? 0) > above) && (
          <TextInput
            size="xs"
            type="search"
            aria-label={label}
            placeholder={label}
            value={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.value, { replace: true, without: pageName })}
          />
        )
      }
      flush
    >
      {found?.length === 0 ? (
        <Text size="sm" c="dimmed" px="var(--gutter)" py="lg">
          Nothing here matches “{wanted}”.
        </Text>
      ) : (
        children(found)
      )}
    </Panel>
  )
}
