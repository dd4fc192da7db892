/** Returns each certificate of a text in PEM, in its order. */
export function readPemBlocks(text: string): string[] {
  return text.match(block) ?? []
}

/** Returns what stands beside the certificates of a text in PEM. */
export function besidePemBlocks(text: string): string {
  return text.replaceAll(block, '').trim()
}

const block = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
