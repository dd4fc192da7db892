import type { Role } from '@culvert/schema/client-types'
import type { TagTone } from '../ui/Tag.tsx'

interface RoleWords {
  name: string
  /** What the reader's own place in an account is called. */
  ownName: string
  /** The colour of its badge. */
  tone: TagTone
}

/** What each role is called on screen. */
export const roles: Record<Role, RoleWords> = {
  super_admin: { name: 'Super Admin', ownName: 'Owner', tone: 'accent' },
  admin: { name: 'Admin', ownName: 'Admin', tone: 'ink' },
  viewer: { name: 'Viewer', ownName: 'Viewer', tone: 'soft' },
}
