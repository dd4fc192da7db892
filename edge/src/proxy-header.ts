import { SocketAddress } from 'node:net'

/** The header that a proxy puts in front of a connection. */
export interface ProxyHeader {
  /** The client's address; undefined if the proxy is the client itself, as in its health checks. */
  address: string | undefined
  /** The header's length in bytes; the client's own bytes follow. */
  length: number
}

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const fixedBytes = 16
/** Room for addresses and the TLVs that proxies add; the protocol allows 64 KiB, too much to hold for a stranger. */
const variableBytesMax = 4 * 1024
const local = 0x20
const proxy = 0x21
const tcp4 = 0x11
const tcp6 = 0x21

/** The header of a connection whose client is the proxy itself. */
export const localHeader: Buffer = Buffer.concat([signature, Buffer.from([local, 0, 0, 0])])

/**
 * Reads the header of the PROXY protocol, version 2 (haproxy's proxy-protocol.txt, section 2.2), at the start of the received
 * bytes. TLVs are skipped. `incomplete`: more bytes must come; `malformed`: the bytes do not begin with a header for TCP over IP.
 */
export function parseProxyHeader(bytes: Buffer): ProxyHeader | 'incomplete' | 'malformed' {
  const known = Math.min(bytes.length, signature.length)
  if (bytes.compare(signature, 0, known, 0, known) !== 0) return 'malformed'
  if (bytes.length < fixedBytes) return 'incomplete'
  const command = bytes[12]
  const family = bytes[13]
  const variableBytes = bytes.readUInt16BE(14)
  const length = fixedBytes + variableBytes
  if ((command !== local && command !== proxy) || variableBytes > variableBytesMax) return 'malformed'
  const isIPv6 = family === tcp6
  if (command === proxy && (isIPv6 ? variableBytes < 36 : family !== tcp4 || variableBytes < 12)) return 'malformed'
  if (bytes.length < length) return 'incomplete'
  if (command === local) return { address: undefined, length }
  if (!isIPv6) return { address: bytes.subarray(fixedBytes, fixedBytes + 4).join('.'), length }
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(fixedBytes + 2 * index).toString(16))
  return { address: new SocketAddress({ address: groups.join(':'), family: 'ipv6' }).address, length }
}
