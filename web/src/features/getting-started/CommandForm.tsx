import { SimpleGrid, Skeleton, Stack, TextInput } from '@mantine/core'
import { Suspense } from 'react'
import { AgentCommand } from '../install/AgentCommand.tsx'
import { lazyPart } from '../../network/chunks.ts'
import { Inset } from '../../ui/Inset.tsx'
import { GatewaySelect } from './GatewaySelect.tsx'
import type { StartingAccount } from './starting-account.ts'
import type { Tunnel } from './useTunnel.ts'

// Most accounts have a gateway.
const CreateGatewayForm = lazyPart('CreateGatewayForm', () => import('../gateways/CreateGatewayForm.tsx'))

interface CommandFormProps {
  account: StartingAccount
  tunnel: Tunnel
}

/** A gateway, a port, and the command that serves them. */
export function CommandForm({ account, tunnel }: CommandFormProps) {
  const { gateway, choose, port, setPort } = tunnel
  const canReserve = account.gateways.length === 0 && account.viewerCanCreateGateway.allowed
  return (
    <Stack gap="lg">
      {canReserve && (
        <Inset title="Reserve a hostname" description="Optional: without one, each session gets a random hostname.">
          <Suspense fallback={<Skeleton height={240} />}>
            <CreateGatewayForm account={account} onCreated={({ id }) => choose(id)} />
          </Suspense>
        </Inset>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={480}>
        <GatewaySelect account={account} tunnel={tunnel} />
        <TextInput
          label="Local port"
          inputMode="numeric"
          value={port}
          onChange={(event) => setPort(event.currentTarget.value)}
        />
      </SimpleGrid>
      <AgentCommand port={port || '3000'} gateway={gateway?.name} bare />
    </Stack>
  )
}
