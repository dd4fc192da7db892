import type { ResultOf } from '@graphql-typed-document-node/core'
import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Agent } from '../agents/agent.ts'
import { AgentCommand } from '../install/AgentCommand.tsx'
import { CreateGatewayForm } from '../gateways/CreateGatewayForm.tsx'
import { graphql } from '../../graphql/generated/gql.ts'
import { Inset } from '../../ui/Inset.tsx'
import { TunnelPanel } from './TunnelPanel.tsx'

const startingAccountFragment = graphql(`
  fragment StartingAccount_Account on Account {
    id
    name
    namespace
    viewerCanCreateGateway {
      ...Permission_Permission
    }
    authToken {
      ...AuthToken_AuthToken
    }
    gateways {
      ...GatewayTable_Gateway
    }
    active: agents(status: [active], pageSize: 1000) {
      nodes {
        ...AgentFields_Agent
      }
      totalCount
    }
    past: agents(status: [inactive, error], page: 1, pageSize: 1) {
      totalCount
    }
  }
`)

type StartingAccount = ResultOf<typeof startingAccountFragment>

interface TunnelStepProps {
  account: StartingAccount
  /** The reader's running agent. */
  agent: Agent | undefined
  secret: string | undefined
}

const random = 'random'

/** A gateway, the command that serves it, and the tunnel as it comes up. */
export function TunnelStep({ account, agent, secret }: TunnelStepProps) {
  const { gateways, viewerCanCreateGateway } = account
  const [port, setPort] = useState('3000')
  const [choice, setChoice] = useState<string>()
  const gateway = choice === random ? undefined : (gateways.find(({ id }) => id === choice) ?? gateways[0])

  return (
    <Stack gap="lg">
      {gateways.length === 0 && viewerCanCreateGateway.allowed && (
        <Inset title="Reserve a hostname" description="Optional: without one, each session gets a random hostname.">
          <CreateGatewayForm account={account} onCreated={({ id }) => setChoice(id)} />
        </Inset>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={480}>
        {gateways.length > 0 && (
          <NativeSelect
            label="Gateway"
            value={gateway?.id ?? random}
            onChange={(event) => setChoice(event.currentTarget.value)}
            data={[
              ...gateways.map(({ id, name }) => ({ value: id, label: name })),
              { value: random, label: 'Random hostname' },
            ]}
          />
        )}
        <TextInput
          label="Local port"
          inputMode="numeric"
          value={port}
          onChange={(event) => setPort(event.currentTarget.value.replace(/\D/g, '').slice(0, 5))}
        />
      </SimpleGrid>
      <AgentCommand port={port || '3000'} secret={secret} gateway={gateway?.name} />
      <TunnelPanel agent={agent} hostname={gateway?.subdomain} port={port || '3000'} />
    </Stack>
  )
}
