import { List, SimpleGrid } from '@mantine/core'
import { RoleTag } from '../accounts/RoleTag.tsx'
import type { Role } from '../../graphql/generated/graphql.ts'
import { Panel } from '../../ui/Panel.tsx'

/** What each role may do, in words; the server decides. */
const permissions: { role: Role; may: string[] }[] = [
  { role: 'super_admin', may: ['Full account control', 'Billing and plans', 'Team members', 'All admin permissions'] },
  { role: 'admin', may: ['Gateways and domains', 'Invite members', 'View analytics', 'API keys'] },
  { role: 'viewer', may: ['View account info', 'View analytics', 'Create tunnels', 'Limited access'] },
]

/** Explains the roles. */
export function RolePermissions() {
  return (
    <Panel title="Role Permissions">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {permissions.map(({ role, may }) => (
          <div key={role}>
            <RoleTag of={role} />
            <List size="sm" spacing={4} mt="xs">
              {may.map((permission) => (
                <List.Item key={permission}>{permission}</List.Item>
              ))}
            </List>
          </div>
        ))}
      </SimpleGrid>
    </Panel>
  )
}
