import { Text } from '@mantine/core'

/** Stands in for a list in which nothing matches what is looked for. */
export function NothingFound({ wanted }: { wanted: string }) {
  return (
    <Text size="sm" c="dimmed" px="var(--gutter)" py="lg">
      Nothing here matches “{wanted}”.
    </Text>
  )
}
