import { List, SimpleGrid } from '@mantine/core'
import { IconShield } from '../ui/icons.ts'
import { Panel } from '../ui/Panel.tsx'

const features = ['TLS 1.3', 'Certificate pinning', 'Rate limiting', 'IP access control']

/** What protects a tunnel, and what the reader can do. */
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
