import { webPaths } from '@culvert/schema/web-paths'
import { Drawer, Group } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { Link } from 'react-router-dom'
import { Brand } from '../features/site/Brand.tsx'
import { Navigation } from './Navigation.tsx'
import classes from './NavigationDrawer.module.css'
import { SubscriptionIndicator } from './SubscriptionIndicator.tsx'

/** The sidebar's content on narrow screens. */
export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  // Opened only after it has mounted, so that the drawer knows where to return focus.
  const mounted = useMounted()
  return (
    <Drawer
      opened={mounted && opened}
      onClose={onClose}
      size={280}
      title={<Brand />}
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <Group gap="0.5rem" px="1.25rem" pb="1.25rem">
        <SubscriptionIndicator />
      </Group>
      <Navigation onNavigate={onClose} />
      <Link className={classes.site} to={webPaths.home} onClick={onClose}>
        Back to Site
      </Link>
    </Drawer>
  )
}
