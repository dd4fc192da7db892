import type { Role } from '@culvert/schema/client-types'
import type { TagTone } from '../ui/Tag.tsx'

/** What each role is called on screen, and the tone of its badge. */
export const roles: Record<Role, { name: string; tone: TagTone }> = {
  super_admin: { name: 'Owner', tone: 'accent' },
  admin: { name: 'Admin', tone: 'ink' },
  viewer: { name: 'Viewer', tone: 'soft' },
}
