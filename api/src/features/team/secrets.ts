/** For sign-up, which an invitation's link may have led to. `invites.ts` imports sessions, so that sign-up cannot import it. */
export { findInviteBySecret } from './repository.ts'
