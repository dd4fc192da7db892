import { malformed } from './problem.ts'
import { isRecord } from './values.ts'

/** The directory of an authority (RFC 8555, section 7.1.1). */
export interface AcmeDirectory {
  /** The address of its terms; undefined if it has none. */
  termsOfService?: string
  website?: string
  /** The domain names by which CAA records allow it to issue (RFC 8659). */
  caaIdentities: string[]
  /** Whether an account requires an account at the authority's website first. */
  externalAccountRequired: boolean
  /** The kinds of certificates to choose from, with the authority's description of each. */
  profiles: Record<string, string>
  /** Whether it tells when a certificate should be renewed (RFC 9773). */
  hasRenewalInfo: boolean
}

/** A directory with the entries that only the client needs. */
export interface Directory extends AcmeDirectory {
  newNonce: string
  newAccount: string
  newOrder: string
  revokeCert: string
  keyChange: string
  renewalInfo: string | undefined
  /** The origins that signed requests may be sent to. */
  origins: ReadonlySet<string>
}

export function readDirectory(url: string, json: unknown): Directory {
  if (!isRecord(json)) throw malformed(url, 'a directory that is no JSON object')
  const at = (name: string): string | undefined => {
    const value = json[name]
    if (value === undefined) return undefined
    // A directory read over HTTPS must not lead to, or have requests signed for, a URL without it.
    if (isWebUrl(value) && (value.startsWith('https:') || url.startsWith('http:'))) return value
    throw malformed(url, `a directory whose ${name} is no https:// URL`)
  }
  const need = (name: string): string => {
    const value = at(name)
    if (value === undefined) throw malformed(url, `a directory without ${name}`)
    return value
  }
  const urls = {
    newNonce: need('newNonce'),
    newAccount: need('newAccount'),
    newOrder: need('newOrder'),
    revokeCert: need('revokeCert'),
    keyChange: need('keyChange'),
    renewalInfo: at('renewalInfo'),
  }
  const meta = isRecord(json.meta) ? json.meta : {}
  const named = Object.values(urls).filter((each) => each !== undefined)
  return {
    ...urls,
    origins: new Set([url, ...named].map((each) => new URL(each).origin)),
    termsOfService: isWebUrl(meta.termsOfService) ? meta.termsOfService : undefined,
    website: isWebUrl(meta.website) ? meta.website : undefined,
    caaIdentities: Array.isArray(meta.caaIdentities) ? meta.caaIdentities.filter(isText).slice(0, maxEntries) : [],
    externalAccountRequired: meta.externalAccountRequired === true,
    profiles: isRecord(meta.profiles)
      ? Object.fromEntries(
          Object.entries(meta.profiles)
            .slice(0, maxEntries)
            .map(([name, about]) => [name, isText(about) ? about : '']),
        )
      : {},
    hasRenewalInfo: urls.renewalInfo !== undefined,
  }
}

const maxEntries = 100

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Reports whether a value is a URL that may be requested, or shown as a link. */
export function isWebUrl(value: unknown): value is string {
  return isText(value) && value.length <= maxUrlLength && /^https?:\/\//.test(value) && URL.canParse(value)
}

const maxUrlLength = 2_000
