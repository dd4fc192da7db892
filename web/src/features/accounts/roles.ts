import type { Role } from '../../graphql/generated/graphql.ts'
import type { TagTone } from '../../ui/Tag.tsx'

interface RoleWords {
  name: string
  /** The name of the reader's own role. */
  ownName: string
  /** The colour of its badge. */
  tone: TagTone
}

/** The name of each role on screen. */
export const roles: Record<Role, RoleWords> = {
  super_admin: { name: 'Super Admin', ownName: 'Owner', tone: 'accent' },
  admin: { name: 'Admin', ownName: 'Admin', tone: 'ink' },
  viewer: { name: 'Viewer', ownName: 'Viewer', tone: 'soft' },
}
