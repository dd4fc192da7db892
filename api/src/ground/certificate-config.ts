import { type DnsPublisher, readDnsPublisher } from '@culvert/acme'
import { type Environment, isPublicName, messageOf } from '@culvert/program'
import { z } from 'zod'
import { isLoopbackHost } from './public-address.ts'
import { resolverList } from './resolver-address.ts'

/** How a name may be proven to an authority (RFC 8555, section 8; RFC 8737). */
export type ChallengeKind = 'http-01' | 'tls-alpn-01' | 'dns-01'

/** A certificate authority that is asked for certificates. */
export interface AuthorityConfig {
  /** The URL of its directory (RFC 8555, section 7.1.1). */
  directoryUrl: string
  /** The operator's account there, if one is needed beforehand (RFC 8555, section 7.3.4). */
  externalAccount: { kid: string; hmacKey: string } | undefined
}

/** The configuration of certificates. */
export interface CertificateConfig {
  /** Where authorities write to, and where the mails about the installation's own certificates go. */
  email: string
  acceptsTerms: boolean
  /** The first is asked, the others when it fails. */
  authorities: readonly [AuthorityConfig, ...AuthorityConfig[]]
  /** A file with roots to trust besides the system's, in PEM. */
  rootFile: string | undefined
  /** The kind of certificate, as the authority names it; undefined for its default. */
  profile: string | undefined
  /** In the order of preference. */
  challenges: readonly ChallengeKind[]
  /** Sets TXT records of the operator's own zones; undefined if they cannot be set from here. */
  dns: DnsPublisher | undefined
  /** The name servers that must show a TXT record before the authority is told to validate; those of its zone when empty. */
  dnsResolvers: readonly string[]
}

/** The directories that have a name of their own. */
const letsEncrypt = 'https://acme-v02.api.letsencrypt.org/directory'
const knownAuthorities: Readonly<Record<string, string>> = {
  letsencrypt: letsEncrypt,
  'letsencrypt-staging': 'https://acme-staging-v02.api.letsencrypt.org/directory',
}

const challengeKinds = ['http-01', 'tls-alpn-01', 'dns-01'] as const satisfies readonly ChallengeKind[]
const isChallengeKind = (kind: string): kind is ChallengeKind => challengeKinds.some((known) => known === kind)

const authorityForm = `letsencrypt, letsencrypt-staging, or the https address of an authority's directory`

const authority = z
  .string()
  .transform((value) => knownAuthorities[value] ?? value)
  .refine((value) => isDirectory(URL.parse(value)), authorityForm)

/** Authorities on this machine, which tests have, may be asked without TLS. */
function isDirectory(url: URL | null): boolean {
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname))
}

const challengesForm = `some of ${challengeKinds.join(', ')}, with commas between them`

/** Settings of certificates. Messages complete the sentence "NAME must be …". */
export const certificateSettings = z.object({
  ACME_EMAIL: z.email('the address that the authority may write to').optional(),
  ACME_CA: authority.default(letsEncrypt),
  ACME_FALLBACK_CA: authority.optional(),
  ACME_CA_ROOT: z.string().optional(),
  ACME_ACCEPT_TOS: z.enum(['on', 'off', 'true', 'false'], 'on or off').default('on'),
  ACME_EAB_KID: z.string().optional(),
  ACME_EAB_HMAC: z.string().optional(),
  ACME_FALLBACK_EAB_KID: z.string().optional(),
  ACME_FALLBACK_EAB_HMAC: z.string().optional(),
  ACME_PROFILE: z.string().optional(),
  ACME_CHALLENGES: z
    .string()
    .transform((value) => value.split(',').map((kind) => kind.trim()))
    .refine((kinds) => kinds.every(isChallengeKind), challengesForm)
    .transform((kinds) => kinds.filter(isChallengeKind))
    .optional(),
  ACME_DNS_RESOLVERS: resolverList,
})

/** Settings of certificates that only make sense together: the first needs the second. */
export const certificatePairs: readonly (readonly [string, string])[] = [
  ...(
    [
      'ACME_CA',
      'ACME_FALLBACK_CA',
      'ACME_CA_ROOT',
      'ACME_EAB_KID',
      'ACME_PROFILE',
      'ACME_CHALLENGES',
      'ACME_DNS_HOOK',
      'RFC2136_NAMESERVER',
    ] as const
  ).map((setting) => [setting, 'ACME_EMAIL'] as const),
  ['ACME_EAB_KID', 'ACME_EAB_HMAC'],
  ['ACME_EAB_HMAC', 'ACME_EAB_KID'],
  ['ACME_FALLBACK_EAB_KID', 'ACME_FALLBACK_EAB_HMAC'],
  ['ACME_FALLBACK_EAB_HMAC', 'ACME_FALLBACK_EAB_KID'],
  ['ACME_FALLBACK_EAB_KID', 'ACME_FALLBACK_CA'],
]

/** Returns how certificates are ordered; undefined while ACME_EMAIL is not set: none are ordered then. */
export function composeCertificateConfig(
  given: z.infer<typeof certificateSettings>,
  dns: DnsPublisher | undefined,
): CertificateConfig | undefined {
  if (given.ACME_EMAIL === undefined) return undefined
  const first = {
    directoryUrl: given.ACME_CA,
    externalAccount: pairOf(given.ACME_EAB_KID, given.ACME_EAB_HMAC),
  }
  const second = given.ACME_FALLBACK_CA && {
    directoryUrl: given.ACME_FALLBACK_CA,
    externalAccount: pairOf(given.ACME_FALLBACK_EAB_KID, given.ACME_FALLBACK_EAB_HMAC),
  }
  return {
    email: given.ACME_EMAIL,
    acceptsTerms: given.ACME_ACCEPT_TOS === 'on' || given.ACME_ACCEPT_TOS === 'true',
    authorities: second ? [first, second] : [first],
    rootFile: given.ACME_CA_ROOT,
    profile: given.ACME_PROFILE,
    challenges: given.ACME_CHALLENGES ?? ['http-01', 'tls-alpn-01', ...(dns ? (['dns-01'] as const) : [])],
    dns,
    dnsResolvers: given.ACME_DNS_RESOLVERS,
  }
}

/** Returns what sets TXT records, and why certificates cannot be ordered with these settings. */
export function checkCertificateSettings(given: Environment): { dns: DnsPublisher | undefined; faults: string[] } {
  if (given.ACME_EMAIL === undefined) return { dns: undefined, faults: [] }
  const faults: string[] = []
  const tunnelUrl = URL.parse(given.CULVERT_TUNNEL_URL ?? '')
  if (tunnelUrl?.protocol !== 'https:' || !isPublicName(tunnelUrl.hostname)) {
    faults.push('CULVERT_TUNNEL_URL must be an https address with a public name when ACME_EMAIL is set')
  }
  if (given.DATABASE_URL !== undefined && given.SEALING_SECRET === undefined) {
    faults.push('SEALING_SECRET must be set when ACME_EMAIL and DATABASE_URL are: it seals the keys of certificates')
  }
  try {
    return { dns: readDnsPublisher(given), faults }
  } catch (error) {
    return { dns: undefined, faults: [...faults, messageOf(error)] }
  }
}

function pairOf(kid: string | undefined, hmacKey: string | undefined): AuthorityConfig['externalAccount'] {
  return kid === undefined || hmacKey === undefined ? undefined : { kid, hmacKey }
}
