import * as tls from 'node:tls'

type CertificateStore = 'default' | 'system'

/**
 * Returns the authorities that this machine trusts, and further ones in PEM. The system's store knows a company proxy that intercepts TLS, but
 * Node reads that store only when asked to; Node 20 knows only its built-in list.
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
