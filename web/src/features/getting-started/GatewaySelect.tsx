import { NativeSelect } from '@mantine/core'
import type { StartingAccount } from './starting-account.ts'
import { random, type Tunnel } from './useTunnel.ts'

interface GatewaySelectProps {
  account: StartingAccount
  tunnel: Tunnel
}

/** Selects what the screen is about; renders nothing if there is no choice. */
export function GatewaySelect({ account: { gateways }, tunnel }: GatewaySelectProps) {
  if (gateways.length === 0) return null
  return (
    <NativeSelect
      label="Gateway"
      value={tunnel.gateway?.id ?? random}
      onChange={(event) => tunnel.choose(event.currentTarget.value)}
      data={[
        ...gateways.map(({ id, name }) => ({ value: id, label: name })),
        { value: random, label: 'Random hostname' },
      ]}
    />
  )
}
