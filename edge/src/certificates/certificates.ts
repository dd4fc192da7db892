import { isIP } from 'node:net'
import { type SecureContext, createSecureContext } from 'node:tls'
import { messageOf } from '@culvert/program'
import type { Logger } from 'pino'
import { BoundedMap } from '../bounded-map.ts'
import type { Certificate, LocalAuthority } from './authority.ts'
import { isOwnName } from '../hostname.ts'
import { readCertificates, readFingerprint } from './folder.ts'

/** Chooses the certificate for a visitor's TLS handshake. */
export interface Certificates {
  /** Resolves with the certificate for the name that a client asks for; with undefined for a name that is not served. */
  readonly select: (hostname: string) => Promise<SecureContext | undefined>
  /**
   * Calls `use` with the edge's own certificate, which is for clients that ask for no name, and again whenever it is
   * replaced. Resolves after the first call, or when there is none yet.
   */
  readonly followOwn: (use: OnOwnCertificate) => Promise<void>
  /** The local authority's certificate in PEM; undefined when others are used. */
  readonly authority: string | undefined
  /** Returns its revocation list, in DER. */
  readonly listRevoked: (() => Promise<Buffer>) | undefined
  close(): void
}

/** The edge's own certificate and key, in PEM. */
type OwnCertificate = Pick<Certificate, 'chain' | 'key'>

/** Called with the edge's own certificate. */
export type OnOwnCertificate = (certificate: OwnCertificate) => void

/** The certificates supplied by the operator. */
export interface CertificateFolder extends Certificates {
  /** Returns the certificate that names a hostname. */
  readonly find: (hostname: string) => SecureContext | undefined
}

/** Serves the operator's certificates for the names they cover, and others for the rest. */
export function serveFirst(folder: CertificateFolder, ownHostname: string, rest: Certificates): Certificates {
  return {
    select: async (hostname) => folder.find(hostname) ?? (await rest.select(hostname)),
    followOwn: async (use) => {
      const isInFolder = () => folder.find(ownHostname) !== undefined
      let ofRest: OwnCertificate | undefined
      let following: Promise<void> | undefined
      // The operator may add or remove it at any time.
      await folder.followOwn((own) => {
        if (isInFolder()) use(own)
        else if (ofRest !== undefined) use(ofRest)
        else
          following ??= rest.followOwn((latest) => {
            ofRest = latest
            if (!isInFolder()) use(latest)
          })
      })
      await following
    },
    authority: rest.authority,
    listRevoked: rest.listRevoked,
    close: () => {
      folder.close()
      rest.close()
    },
  }
}

/** How soon a changed file is noticed. Polling also sees changes that file watchers miss: mounted secrets and network folders. */
const pollMs = 5_000

/**
 * Certificates from the operator's folder, read again whenever one of its files changes; open connections keep the one
 * they have. Rejects if the folder cannot be used at the start; later, a faulty change is logged and the previous certificates
 * stay in use.
 */
export async function openCertificateFolder(
  folder: string,
  ownHostname: string,
  log: Logger,
  everyMs = pollMs,
): Promise<CertificateFolder> {
  const first = await readFingerprint(folder)
  let loaded = await load(folder)
  /** Undefined if the folder changed while it was read: the fingerprint may be older than what was loaded, and fit what comes next. */
  const settle = async (before: string) => ((await readFingerprint(folder)) === before ? before : undefined)
  let fingerprint = await settle(first)
  const findOwn = (): FolderCertificate => {
    const own = find(loaded, ownHostname) ?? loaded.values().next().value
    if (own === undefined) throw new Error('No certificate is loaded.')
    return own
  }
  const followers: OnOwnCertificate[] = []
  const reload = async () => {
    const current = await readFingerprint(folder)
    if (current === fingerprint) return
    loaded = await load(folder)
    for (const use of followers) use(findOwn())
    // Only now: a file may become readable without a change that the fingerprint shows, for example by another owner.
    fingerprint = await settle(current)
    log.info({ names: [...loaded.keys()] }, 'certificates reloaded')
  }
  let reloading: Promise<void> | undefined
  /** The latest fault, until a reload succeeds: it recurs at each poll. */
  let fault: string | undefined
  const poll = async () => {
    try {
      await reload()
      fault = undefined
    } catch (error) {
      if (fault !== messageOf(error)) log.error({ err: error }, 'certificates not reloaded; the earlier ones stay')
      fault = messageOf(error)
    }
  }
  const timer = setInterval(() => {
    reloading ??= poll().finally(() => (reloading = undefined))
  }, everyMs).unref()

  return {
    find: (hostname) => find(loaded, hostname)?.context,
    select: async (hostname) =>
      (find(loaded, hostname) ?? (isOwnName(hostname, ownHostname) ? findOwn() : undefined))?.context,
    followOwn: async (use) => {
      followers.push(use)
      use(findOwn())
    },
    authority: undefined,
    listRevoked: undefined,
    close: () => clearInterval(timer),
  }
}

interface FolderCertificate {
  chain: string
  key: string
  context: SecureContext
}

async function load(folder: string): Promise<Map<string, FolderCertificate>> {
  const loaded = new Map<string, FolderCertificate>()
  for (const { chain, key, names } of await readCertificates(folder)) {
    const context = createSecureContext({ cert: chain, key })
    for (const name of names) loaded.set(name, { chain, key, context })
  }
  return loaded
}

function find(loaded: ReadonlyMap<string, FolderCertificate>, hostname: string): FolderCertificate | undefined {
  return loaded.get(hostname) ?? loaded.get(wildcardOf(hostname))
}

/** How many certificates are kept, one per hostname or domain. */
const issuedMax = 1_000
/** A certificate is renewed this long before it expires. */
const renewalMs = 30 * 24 * 60 * 60 * 1_000
const ownCheckMs = 60 * 60 * 1_000

/**
 * Certificates made on demand by the installation's local authority. Only names that are served get one, so that strangers
 * cannot cause any number to be made; all names of one domain share one.
 */
export function createIssuedCertificates(
  authority: LocalAuthority,
  ownHostname: string,
  isServed: (hostname: string) => boolean | Promise<boolean>,
): Certificates {
  const issued = new BoundedMap<string, Promise<Issued>>(issuedMax)
  const issue = (names: string[]): Promise<Issued> => {
    const [name = ''] = names
    const making = authority.issue(names).then((certificate) => ({
      ...certificate,
      context: createSecureContext({ cert: certificate.chain, key: certificate.key }),
    }))
    // A later handshake tries again.
    making.catch(() => issued.delete(name))
    issued.set(name, making)
    return making
  }
  const get = async (names: string[]): Promise<Issued> => {
    const known = await (issued.get(names[0] ?? '') ?? issue(names))
    const isFresh = known.expiresAt.getTime() - Date.now() > renewalMs
    return isFresh ? known : await issue(names)
  }
  const own = listOwnNames(ownHostname)
  let timer: NodeJS.Timeout | undefined

  return {
    select: async (hostname) => {
      if (isOwnName(hostname, ownHostname)) return (await get(own)).context
      return (await isServed(hostname)) ? (await get(namesToIssue(hostname))).context : undefined
    },
    followOwn: async (use) => {
      let current: Issued | undefined
      const follow = async () => {
        const latest = await get(own)
        if (latest !== current) use(latest)
        current = latest
      }
      await follow()
      // The old one is valid for weeks more; a failed renewal is retried.
      timer ??= setInterval(() => void follow().catch(() => undefined), ownCheckMs).unref()
    },
    authority: authority.certificate,
    listRevoked: authority.listRevoked,
    close: () => clearInterval(timer),
  }
}

interface Issued extends Certificate {
  context: SecureContext
}

/** The edge's own hostname, and the names of accounts below it. */
function listOwnNames(ownHostname: string): string[] {
  const below = isIP(ownHostname.replace(/^\[|\]$/g, '')) === 0 ? [`*.${ownHostname}`] : []
  return [...new Set([ownHostname, 'localhost', '127.0.0.1', '::1', ...below])]
}

/** All names under the same domain; for a name directly under a top-level domain only itself. */
function namesToIssue(hostname: string): string[] {
  return hostname.split('.').length > 2 ? [wildcardOf(hostname)] : [hostname]
}

/** A wildcard covers one label (RFC 9525, section 6.3). */
export function wildcardOf(hostname: string): string {
  return hostname.replace(/^[^.]+/, '*')
}

/** The path of the local authority's revocation list on the edge's own hostname. */
export const revocationPath = '/authority.crl'

/** The address at which clients reach the edge. */
interface PublicAddress {
  port: number
  tunnelUrl: URL
  secure: { port: number } | undefined
}

/**
 * Returns the public address of that list, which issued certificates name. It uses plain HTTP: a client that fetches a list to check
 * a certificate would otherwise first have to check the certificate of that fetch (RFC 5280, section 8).
 */
export function findRevocationUrl({ tunnelUrl, port, secure }: PublicAddress): string {
  const url = new URL(revocationPath, tunnelUrl)
  if (url.protocol === 'http:') return url.href
  // If the public HTTPS port is not the one listened on, something maps ports, and plain HTTP is on its usual port.
  const isMapped = Number(url.port || 443) !== secure?.port
  url.protocol = 'http:'
  url.port = isMapped ? '' : String(port)
  return url.href
}
