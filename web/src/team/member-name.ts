import type { MemberTable_MemberFragment } from './MemberTable.generated.ts'

/** What a member is called: by name, else by e-mail. */
export function getMemberName({ user }: Pick<MemberTable_MemberFragment, 'user'>): string {
  return user.fullName.trim() || user.email || 'Unknown User'
}

/** What tells a member apart from others of the same name. */
export function getMemberAddress(member: Pick<MemberTable_MemberFragment, 'user'>): string {
  return member.user.email ?? getMemberName(member)
}
