import { resetLinkInvalid } from '@culvert/schema/validation-messages'
import { AppError } from '../../ground/errors.ts'
import type { TokenKind } from '../../platform/keys/keyring.ts'

/** The access_token of a reset link; `sub` is the user's id, `rid` the reset's. It opens nothing else. */
export const resetToken: TokenKind = { typ: 'reset+jwt', audience: 'culvert:reset', lifetimeSeconds: 60 * 60 }

/** How many reset links a user gets in an hour: nobody can flood their mailbox. */
export const resetsPerHourMax = 5

/** Returns the same error for every reset link that is mistyped, used, expired or void. */
export function invalidResetLink(): AppError {
  return new AppError('BAD_USER_INPUT', resetLinkInvalid)
}
