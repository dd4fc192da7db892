import type { Role } from '../../graphql/generated/graphql.ts'
import { Tag } from '../../ui/Tag.tsx'
import { roles } from './roles.ts'

/** A role as a badge in its own colour. */
export function RoleTag({ of: role }: { of: Role }) {
  return <Tag tone={roles[role].tone}>{roles[role].name}</Tag>
}
