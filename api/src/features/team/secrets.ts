/** Kept apart from `invites.ts` for sign-up, to which an invitation's link may lead. */
export { findInviteBySecret } from './repository.ts'
