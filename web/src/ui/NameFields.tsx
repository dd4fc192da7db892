import { Group, TextInput, type TextInputProps } from '@mantine/core'

interface NameFieldsProps {
  first: TextInputProps
  last: TextInputProps
}

/** Asks for a person's first and last name, side by side. */
export function NameFields({ first, last }: NameFieldsProps) {
  return (
    <Group grow align="flex-start">
      <TextInput label="First name" autoComplete="given-name" {...first} />
      <TextInput label="Last name" autoComplete="family-name" {...last} />
    </Group>
  )
}
