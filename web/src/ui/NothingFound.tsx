import { Text } from '@mantine/core'

/** Shown instead of a list in which nothing matches the search. */
export function NothingFound({ wanted }: { wanted: string }) {
  return (
    <Text size="sm" c="dimmed" px="var(--gutter)" py="lg">
      Nothing here matches “{wanted}”.
    </Text>
  )
}
