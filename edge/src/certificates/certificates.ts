import { createSecureContext } from 'node:tls'
import type { SecureContext } from 'node:tls'
import type { Logger } from 'pino'
import type { Certificate, LocalAuthority } from './authority.ts'
import { readCertificates, readFingerprint } from './folder.ts'

/** What answers a visitor's TLS handshake. */
export interface Certificates {
  /** The certificate for the name that a visitor asks for; for a name that is not served, or none, the edge's own. */
  readonly select: (hostname: string | undefined) => Promise<SecureContext>
  /** PEM of the local authority, for browsers that shall trust it; undefined where the operator's certificates are used. */
  readonly authority: string | undefined
  /** Its list of revoked certificates, in DER. */
  readonly listRevoked: (() => Promise<Buffer>) | undefined
  close(): void
}

/** How soon a changed file is noticed. Polling sees what file watchers miss: mounted secrets and network folders. */
const pollMs = 5_000

/**
 * Certificates from the operator's folder, taken in again whenever a file of it changes: open connections keep the one
 * they have. Rejects when the folder cannot be used at the start; later a faulty change is logged and the certificates
 * from before stay.
 */
export async function openCertificateFolder(
  folder: string,
  ownHostname: string,
  log: Logger,
  everyMs = pollMs,
): Promise<Certificates> {
  let fingerprint = await readFingerprint(folder)
  let contexts = await loadContexts(folder)
  const reload = async () => {
    const current = await readFingerprint(folder)
    if (current === fingerprint) return
    fingerprint = current
    contexts = await loadContexts(folder)
    log.info({ names: [...contexts.keys()] }, 'certificates reloaded')
  }
  const timer = setInterval(() => {
    reload().catch((error: unknown) => log.error({ err: error }, 'certificates not reloaded; the earlier ones stay'))
  }, everyMs).unref()

  return {
    select: async (hostname) => {
      const context = find(contexts, hostname) ?? find(contexts, ownHostname) ?? contexts.values().next().value
      if (context === undefined) throw new Error('No certificate is loaded.')
      return context
    },
    authority: undefined,
    listRevoked: undefined,
    close: () => clearInterval(timer),
  }
}

async function loadContexts(folder: string): Promise<Map<string, SecureContext>> {
  const contexts = new Map<string, SecureContext>()
  for (const certificate of await readCertificates(folder)) {
    const context = toContext(certificate)
    for (const name of certificate.names) contexts.set(name, context)
  }
  return contexts
}

function find(contexts: ReadonlyMap<string, SecureContext>, hostname: string | undefined): SecureContext | undefined {
  return hostname === undefined ? undefined : (contexts.get(hostname) ?? contexts.get(wildcardOf(hostname)))
}

/** How many certificates are kept; each hostname or domain has one. */
const issuedMax = 1_000
/** A certificate is renewed this long before its end. */
const renewalMs = 30 * 24 * 60 * 60 * 1_000

/**
 * Certificates made on demand by the installation's own authority. Only names that are served get one, so that strangers
 * cannot have any number made; all names of one domain share one.
 */
export function createIssuedCertificates(
  authority: LocalAuthority,
  ownHostname: string,
  isServed: (hostname: string) => boolean | Promise<boolean>,
): Certificates {
  const issued = new Map<string, Promise<Issued>>()
  const issue = (names: string[]): Promise<Issued> => {
    const [name = ''] = names
    const making = authority
      .issue(names)
      .then((certificate) => ({ context: toContext(certificate), expiresAt: certificate.expiresAt }))
    // A failure must not answer later handshakes too.
    making.catch(() => issued.delete(name))
    issued.delete(name)
    issued.set(name, making)
    for (const oldest of issued.keys()) {
      if (issued.size <= issuedMax) break
      issued.delete(oldest)
    }
    return making
  }
  const get = async (names: string[]): Promise<SecureContext> => {
    const known = await (issued.get(names[0] ?? '') ?? issue(names))
    const isFresh = known.expiresAt.getTime() - Date.now() > renewalMs
    return isFresh ? known.context : (await issue(names)).context
  }
  const own = [...new Set([ownHostname, 'localhost', '127.0.0.1', '::1'])]

  return {
    select: async (hostname) =>
      hostname !== undefined && !own.includes(hostname) && (await isServed(hostname))
        ? await get(namesBeside(hostname))
        : await get(own),
    authority: authority.certificate,
    listRevoked: authority.listRevoked,
    close: () => undefined,
  }
}

interface Issued {
  context: SecureContext
  expiresAt: Date
}

/** All names under the same domain; for a name directly under a top-level domain only itself. */
function namesBeside(hostname: string): string[] {
  return hostname.split('.').length > 2 ? [wildcardOf(hostname)] : [hostname]
}

/** A wildcard stands for one label (RFC 9525, section 6.3). */
function wildcardOf(hostname: string): string {
  return hostname.replace(/^[^.]+/, '*')
}

function toContext({ chain, key }: Certificate): SecureContext {
  return createSecureContext({ cert: chain, key })
}
