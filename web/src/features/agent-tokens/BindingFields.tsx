import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

/** A gateway that tokens can be bound to. */
export interface BindableGateway {
  id: string
  subdomain: string
}

/** The settings of every token, however a program gets it. */
export interface BindingValues {
  label: string
  /** A gateway, or empty for a prefix. */
  gatewayId: string
  hostnamePrefix: string
  minutes: number
}

export const noBinding: BindingValues = { label: '', gatewayId: '', hostnamePrefix: '', minutes: 60 }

/** Returns the values in the form that the API expects. */
export function toBinding({ label, gatewayId, hostnamePrefix, minutes }: BindingValues) {
  const binding = gatewayId === '' ? { hostnamePrefix } : { gatewayId }
  return { label, ...binding, ttlSeconds: minutes * 60 }
}

interface BindingFieldsProps<Values extends BindingValues> {
  form: UseFormReturnType<Values>
  gateways: readonly BindableGateway[]
}

/** Asks what label tokens are counted under, what they are bound to, and how long they work. */
export function BindingFields<Values extends BindingValues>({ form, gateways }: BindingFieldsProps<Values>) {
  const isPrefix = form.getValues().gatewayId === ''
  return (
    <>
      <TextInput
        label="Label"
        description="Usage is counted under it"
        // Below, so that the fields of the row are side by side.
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="acme"
        autoComplete="off"
        {...form.getInputProps('label')}
      />
      <NativeSelect
        label="Bound to"
        data={[
          { value: '', label: 'Hostnames that begin with a prefix' },
          ...gateways.map(({ id, subdomain }) => ({ value: id, label: subdomain })),
        ]}
        {...form.getInputProps('gatewayId')}
      />
      {isPrefix && (
        <TextInput label="Prefix" placeholder="acme-" autoComplete="off" {...form.getInputProps('hostnamePrefix')} />
      )}
      <NumberInput
        label="Works for (minutes)"
        min={1}
        max={43_200}
        allowDecimal={false}
        {...form.getInputProps('minutes')}
      />
    </>
  )
}
