/** Returns each certificate of a text in PEM, in order. */
export function readPemBlocks(text: string): string[] {
  return text.match(block) ?? []
}

/** Returns what a text in PEM contains besides certificates. */
export function textOutsidePemBlocks(text: string): string {
  return text.replaceAll(block, '').trim()
}

const block = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g
