import type { Selectable } from 'kysely'
import type { ProviderPurpose } from '../../generated/schema.ts'
import { AppError, conflict, type ErrorCode, forbidden } from '../../ground/errors.ts'
import type { ProviderFault } from '../../platform/identity-providers/provider.ts'
import type { SignInProvider } from '../sign-in-providers/rules.ts'
import type { IdentityTable } from './table.ts'

/** A user's identity at a provider. */
export type Identity = Selectable<IdentityTable>

/** How long an authorization by a provider may take, and how long its assertion counts. */
export const authorizationSeconds = 10 * 60

/** Within a session, UNAUTHENTICATED would say that the session is over. */
const refusalCodes = {
  SIGN_IN: 'UNAUTHENTICATED',
  LINK: 'BAD_USER_INPUT',
  CONFIRM: 'BAD_USER_INPUT',
} as const satisfies Record<ProviderPurpose, ErrorCode>

/** Refuses what a browser came back with, with the same error whether it is forged, too old, another browser's, or was used before. */
export function invalidAuthorization(purpose: ProviderPurpose): AppError {
  return new AppError(
    refusalCodes[purpose],
    'This did not begin in this browser within the last 10 minutes, or was done already. Begin again.',
    { field: 'response' },
  )
}

/** Refuses a provider's assertion, with the same error for every reason. */
export function invalidProof(purpose: ProviderPurpose): AppError {
  return new AppError(
    refusalCodes[purpose],
    "The provider's answer is no longer valid: it was used, or is older than 10 minutes. Begin again.",
    { field: 'proof' },
  )
}

/** Explains what a fault of a provider means for the user who comes from it. */
export function toAppError(fault: ProviderFault, { label }: SignInProvider, purpose: ProviderPurpose): AppError {
  const options = { field: 'response', internal: fault }
  switch (fault.kind) {
    case 'DENIED':
      return new AppError(
        refusalCodes[purpose],
        `${label} did not let you through. Try again, or choose another way.`,
        options,
      )
    case 'REFUSED':
      return new AppError(
        refusalCodes[purpose],
        `The answer of ${label} was not accepted: it does not belong to this request. Begin again.`,
        options,
      )
    case 'UNREACHABLE':
      return new AppError(
        'UNAVAILABLE',
        `${label} does not answer correctly at the moment. Try again in a minute, or choose another way.`,
        { internal: fault },
      )
    default:
      return fault.kind satisfies never
  }
}

/** Refuses a user who is not of the domains that a provider is for. */
export function notAdmitted({ label, allowedDomains }: SignInProvider): AppError {
  return forbidden(
    `By ${label}, people with a verified address of ${allowedDomains.join(', ')} come in. Choose another user at ${label}, or another way.`,
  )
}

/** Refuses to link an identity that is linked with another user. */
export function linkedElsewhere(label: string): AppError {
  return conflict(
    `This user of ${label} is linked to somebody else here. Sign in with ${label} to see to whom, and unlink it there first.`,
  )
}

/** Refuses a second identity of one provider. */
export function linkedAlready(label: string): AppError {
  return conflict(`You have linked a user of ${label} already. Unlink that one first.`)
}

/** Refuses to remove the last means by which a user can sign in. */
export function lastSignInMethod(): AppError {
  return conflict(
    'This is the last way in which you can sign in. Set a password, add a passkey or link a provider first.',
  )
}

/** Refuses to sign in or to confirm by an identity that is not the user's, or nobody's. */
export function notLinked(purpose: ProviderPurpose, label: string): AppError {
  return new AppError(
    refusalCodes[purpose],
    `Nobody is linked to this user of ${label}, or somebody else is. Sign in as before, and link it on your profile.`,
    { field: 'proof' },
  )
}
