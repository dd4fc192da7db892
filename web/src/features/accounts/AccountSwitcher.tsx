import { Box, Group, Menu, Stack, UnstyledButton } from '@mantine/core'
import { IconCheck, IconSelector } from '../../ui/icons.ts'
import { Tag } from '../../ui/Tag.tsx'
import { useActiveAccount } from './ActiveAccount.tsx'
import classes from './AccountSwitcher.module.css'
import { roles } from './roles.ts'

/** Switches between the viewer's accounts. Shown when there is more than one. */
export function AccountSwitcher() {
  const { membership, memberships, closed, openClosed, switchTo } = useActiveAccount()
  if (memberships.length + closed.length < 2) return null
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={`Switch account, now ${membership.account.name}`}>
          <span className={classes.name}>{membership.account.name}</span>
          <IconSelector size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {memberships.map(({ id, account, role }) => (
          <Menu.Item key={id} onClick={() => switchTo(account.id)}>
            <Group gap="0.625rem" wrap="nowrap">
              <Stack gap={0} flex={1} miw={0}>
                <span className={classes.name}>{account.name}</span>
                <Box component="span" c="dimmed" ff="var(--font-code)" fz="xs">
                  @{account.namespace}
                </Box>
              </Stack>
              <Tag tone={roles[role].tone}>{roles[role].ownName}</Tag>
              {account.id === membership.account.id && (
                <Group component="span" gap="0.2rem" wrap="nowrap" c="var(--positive)" fz="xs">
                  <IconCheck size={14} aria-hidden /> Active
                </Group>
              )}
            </Group>
          </Menu.Item>
        ))}
        {closed.map(({ id, name }) => (
          <Menu.Item key={id} onClick={openClosed}>
            <span className={classes.name}>{name}</span>
            <Box c="dimmed" fz="xs">
              Requires a second factor
            </Box>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
