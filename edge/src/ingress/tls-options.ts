import { constants } from 'node:crypto'
import type { TlsOptions } from 'node:tls'

/**
 * TLS as visitors get it: versions 1.2 and 1.3, forward secrecy and authenticated encryption only (RFC 9325, sections 3.1
 * and 4.2), and no new handshake on a connection, which costs a server far more than its client (TLS 1.2; 1.3 has none).
 */
export const tlsOptions = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  ecdhCurve: 'X25519MLKEM768:X25519:P-256:P-384',
  ALPNProtocols: ['h2', 'http/1.1'],
} satisfies TlsOptions
