import { z } from 'zod'
import { parseEmail } from '../../ground/email-address.ts'

const nameLengthMax = 100

/** OpenID Connect Core 1.0, section 2: "It MUST NOT exceed 255 ASCII characters". */
const subjectLengthMax = 255

/** What is taken from a provider. A name or an address that is not valid counts as missing: only the subject must be valid. */
const claimShapes = {
  subject: z.string().min(1).max(subjectLengthMax),
  name: z
    .string()
    .trim()
    .min(1)
    .transform((text) => text.slice(0, nameLengthMax))
    .nullable()
    .catch(null),
  email: z.string().transform(toEmail).nullable().catch(null),
  /** Some providers send it as a string. */
  isVerified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
}

/** Claims of an ID token or of the UserInfo endpoint (OpenID Connect Core 1.0, section 5.1). */
export const openidClaims = z.object({
  sub: claimShapes.subject,
  name: claimShapes.name.default(null),
  preferred_username: claimShapes.name.default(null),
  given_name: claimShapes.name.default(null),
  family_name: claimShapes.name.default(null),
  email: claimShapes.email.default(null),
  email_verified: claimShapes.isVerified.default(false),
})

/** GitHub's answer to `GET /user`. */
export const githubUser = z.object({
  id: z.int().positive(),
  login: claimShapes.name.default(null),
  name: claimShapes.name.default(null),
})

/** GitHub's answer to `GET /user/emails`. */
export const githubEmails = z.array(
  z.object({ email: claimShapes.email, primary: z.boolean().catch(false), verified: claimShapes.isVerified }),
)

function toEmail(text: string): string | null {
  try {
    return parseEmail(text)
  } catch {
    return null
  }
}

/** Splits a full name into a given and a family name. */
export function splitName(name: string | null): { firstName: string | null; lastName: string | null } {
  const [firstName = null, ...rest] = name?.split(/\s+/) ?? []
  return { firstName, lastName: rest.join(' ') || null }
}
