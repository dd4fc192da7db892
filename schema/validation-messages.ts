/**
 * The messages for an entry of a form that the form checks before the API does: both say the same. The messages of rules that only
 * the API knows are in the API.
 */

export const passwordLengthMin = 6

export const passwordTooShort = `Password must be at least ${passwordLengthMin} characters long`

export const termsNotAccepted = 'You must agree to the Terms of Service and Privacy Policy'

export const otherThanInvited = 'Email address must match the invitation'

export const inviteLinkInvalid = 'Invalid or expired invitation link'

export const resetLinkInvalid = 'Invalid reset link. Please request a new password reset.'

export const namespaceMissing = 'Namespace is required'

/** Returns what is wrong with the characters of a namespace; null when nothing is. */
export function checkNamespaceCharacters(namespace: string): string | null {
  return /^[a-z0-9_-]+$/.test(namespace)
    ? null
    : 'Only lowercase letters, numbers, underscores, and hyphens are allowed'
}

export const gatewayNameMissing = 'Gateway name is required'

export const gatewayPrefixMissing = 'Please fill in all required fields for the subpoint gateway'

export const customDomainMissing = 'Please enter a custom domain'

/** Returns the message that a hostname is on no verified domain of the account. */
export function describeUnverified(hostname: string): string {
  return `Domain "${hostname}" is not verified. Please verify it in the Domains section first.`
}
