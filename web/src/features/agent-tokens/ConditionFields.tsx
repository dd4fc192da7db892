import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconDelete, IconPlus } from '../../ui/icons.ts'
import type { BindingValues } from './BindingFields.tsx'

/** The values of the form of a trust. */
export interface TrustValues extends BindingValues {
  name: string
  issuer: string
  /** The required values of claims in a workload's token. */
  conditions: { claim: string; value: string }[]
}

/** Asks which claims a workload's token must have. */
export function ConditionFields({ form }: { form: UseFormReturnType<TrustValues> }) {
  const { conditions } = form.getValues()
  return (
    <Input.Wrapper
      label="Conditions"
      labelElement="div"
      description="All of them must match. An asterisk at the end of a value matches anything."
      error={form.errors['conditions']}
    >
      <Stack gap="xs" my="xs">
        {conditions.map((_condition, index) => {
          const nameField = (name: string) =>
            index === 0 ? { label: name } : { 'aria-label': `${name} of condition ${index + 1}` }
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a condition is what stands in its fields
            <Group key={index} gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                flex="1 1 10rem"
                {...nameField('Claim')}
                placeholder="ref"
                autoComplete="off"
                {...form.getInputProps(`conditions.${index}.claim`)}
              />
              <TextInput
                flex="2 1 14rem"
                {...nameField('Value')}
                placeholder={index === 0 ? 'acme/shop' : 'refs/heads/main'}
                autoComplete="off"
                {...form.getInputProps(`conditions.${index}.value`)}
              />
              {conditions.length > 1 && (
                <ActionIcon
                  color="red"
                  aria-label={`Remove condition ${index + 1}`}
                  onClick={() => form.removeListItem('conditions', index)}
                >
                  <IconDelete size={17} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          )
        })}
      </Stack>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => form.insertListItem('conditions', { claim: '', value: '' })}
      >
        Add condition
      </Button>
    </Input.Wrapper>
  )
}
