import { List, SimpleGrid } from '@mantine/core'
import { claims } from '../site/claims.ts'
import { IconShield } from '../../ui/icons.ts'
import { Panel } from '../../ui/Panel.tsx'

const features = [claims.tls13, claims.rateLimiting, claims.addressControl]

/** What protects a tunnel, and what the reader can add. */
export function SecurityFeatures() {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Panel title="Security Features">
        <List size="sm" spacing="xs" icon={<IconShield size={17} color="var(--accent)" aria-hidden />} center>
          {features.map((feature) => (
            <List.Item key={feature}>{feature}</List.Item>
          ))}
        </List>
      </Panel>
      <Panel title="Recommendations">
        <List size="sm" spacing="xs">
          <List.Item>Stop agents that you no longer need.</List.Item>
          <List.Item>
            Give an agent a name with <code>--name</code>, so that you recognize it here.
          </List.Item>
          <List.Item>Regenerate your AuthID when somebody else may have seen it.</List.Item>
        </List>
      </Panel>
    </SimpleGrid>
  )
}
