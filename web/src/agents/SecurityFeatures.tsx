import { List, SimpleGrid } from '@mantine/core'
import { IconShield } from '../ui/icons.ts'
import { Panel } from '../ui/Panel.tsx'

const features = ['TLS 1.3', 'Certificate pinning', 'Rate limiting', 'IP access control']

const recommendations = [
  'Stop agents that you no longer need.',
  'Give an agent a name with --name, so that you recognize it here.',
  'Regenerate your AuthID when somebody else may have seen it.',
]

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
          {recommendations.map((recommendation) => (
            <List.Item key={recommendation}>{recommendation}</List.Item>
          ))}
        </List>
      </Panel>
    </SimpleGrid>
  )
}
