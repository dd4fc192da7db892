import { Checkbox, NativeSelect, ScrollArea, Stack } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A gateway that a key can be limited to. */
export interface GatewayChoice {
  id: string
  subdomain: string
}

interface GatewayFieldProps {
  gateways: readonly GatewayChoice[]
  isLimited: boolean
  onLimit: (isLimited: boolean) => void
  /** The selected ids, their error, and how they change. */
  chosen: Pick<ComponentProps<typeof Checkbox.Group>, 'value' | 'onChange' | 'error'>
}

/** Shows whether a key is limited to gateways, and to which. */
export function GatewayField({ gateways, isLimited, onLimit, chosen }: GatewayFieldProps) {
  return (
    <>
      <NativeSelect
        label="Gateways"
        description={
          isLimited
            ? 'The key reaches these gateways, with their agents and requests, and nothing else of the account.'
            : 'The key reaches the whole account.'
        }
        data={[
          { value: 'all', label: 'All gateways' },
          { value: 'some', label: 'Only certain gateways', disabled: gateways.length === 0 },
        ]}
        value={isLimited ? 'some' : 'all'}
        onChange={({ currentTarget }) => onLimit(currentTarget.value === 'some')}
      />
      {isLimited && (
        <Checkbox.Group label="Only these gateways" {...chosen}>
          <ScrollArea.Autosize mah={240} mt="xs" type="auto">
            <Stack gap="xs">
              {gateways.map(({ id, subdomain }) => (
                <Checkbox key={id} value={id} label={subdomain} aria-invalid={chosen.error ? true : undefined} />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        </Checkbox.Group>
      )}
    </>
  )
}
