import type { ResultOf } from '@graphql-typed-document-node/core'
import { graphql } from '../../graphql/generated/gql.ts'

const memberFragment = graphql(`
  fragment MemberTable_Member on Member {
    id
    role
    createdAt
    viewerCanChangeRole
    viewerCanRemove
    viewerCanTransferOwnershipTo
    user {
      id
      fullName
      email
    }
  }
`)

export type Member = ResultOf<typeof memberFragment>

/** A member's name, or else the e-mail address. */
export function getMemberName({ user }: Pick<Member, 'user'>): string {
  return user.fullName.trim() || user.email || 'Unknown User'
}

/** Distinguishes a member from others of the same name. */
export function getMemberAddress(member: Pick<Member, 'user'>): string {
  return member.user.email ?? getMemberName(member)
}
