import * as tls from 'node:tls'

type CertificateStore = 'default' | 'system'

/**
 * Returns the authorities that this machine trusts, and more in PEM. A proxy of a company that opens TLS is known to the system's store, which
 * Node looks at only where it is told to; Node 20 knows only its own list.
 */
export function listTrusted(more: readonly string[]): string[] {
  const { getCACertificates }: typeof tls & { getCACertificates?: (type: CertificateStore) => string[] } = tls
  const own =
    getCACertificates === undefined
      ? tls.rootCertificates
      : [...getCACertificates('default'), ...listSystem(getCACertificates)]
  return [...own, ...more]
}

let system: readonly string[] | undefined

function listSystem(getCACertificates: (type: CertificateStore) => string[]): readonly string[] {
  try {
    system ??= getCACertificates('system')
  } catch {
    // A store that cannot be read adds nothing.
    system = []
  }
  return system
}
