import type { Role } from '@culvert/schema/client-types'
import { Tag } from '../ui/Tag.tsx'
import { roles } from './roles.ts'

/** A role as a badge in its own colour. */
export function RoleTag({ of: role }: { of: Role }) {
  return <Tag tone={roles[role].tone}>{roles[role].name}</Tag>
}
