import { Drawer } from '@mantine/core'
import { useSite } from '../site/useSite.ts'
import { Brand } from '../ui/Brand.tsx'
import { Navigation } from './Navigation.tsx'
import classes from './NavigationDrawer.module.css'

/** The sidebar's content on narrow screens. */
export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      title={<Brand name={useSite()?.brandName} />}
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <Navigation onNavigate={onClose} />
    </Drawer>
  )
}
