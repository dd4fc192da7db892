import { Text, TextInput } from '@mantine/core'
import { useDeferredValue, type ReactNode } from 'react'
import { Panel } from './Panel.tsx'
import { useTypedParameter } from './useTypedParameter.ts'

interface FindPanelProps<Item> {
  title: string
  /** What the field finds, for example `Find a gateway`. */
  label: string
  /** Undefined while they load. */
  items: Item[] | undefined
  /** The text that is searched. */
  listWords: (item: Item) => (string | null | undefined)[]
  /** The address parameter of the list's page. A new search starts at the first page. */
  pageName?: string
  /** The field is shown if there are more items than this. */
  above?: number
  /** Draws the matching items; undefined while they load. */
  children: (found: Item[] | undefined) => ReactNode
}

/** A list in a panel, with a filter field if it is too long to scan. The address stores the search text. */
export function FindPanel<Item>(props: FindPanelProps<Item>) {
  const { title, label, items, listWords, pageName, above = 10, children } = props
  const [wanted, setWanted] = useTypedParameter('find')
  // A long list is drawn again when there is time; the field shows at once what is typed.
  const sought = useDeferredValue(wanted.trim().toLowerCase())
  const found = sought ? items?.filter((item) => listWords(item).join('\n').toLowerCase().includes(sought)) : items
  return (
    <Panel
      title={title}
      aside={
        (wanted !== '' || (items?.length ?? 0) > above) && (
          <TextInput
            size="xs"
            type="search"
            aria-label={label}
            placeholder={label}
            value={wanted}
            onChange={({ currentTarget }) =>
              setWanted(currentTarget.value, pageName === undefined ? {} : { without: pageName })
            }
          />
        )
      }
      flush
    >
      {found?.length !== 0 && children(found)}
      {/* There before it says something, or screen readers would not announce it. */}
      <output>
        {found?.length === 0 && (
          <Text component="span" display="block" size="sm" c="dimmed" px="var(--gutter)" py="lg">
            Nothing here matches “{wanted}”.
          </Text>
        )}
      </output>
    </Panel>
  )
}
